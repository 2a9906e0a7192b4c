import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { TAB_STATE } from './tabState.ts'

const SRC = join(import.meta.dirname, '..')

/** Functions of our own whose results keep nothing. Parts that were loaded once stay loaded, as modules do. */
const MAKE_CONSTANTS = ['lazyPart', 'listAddress', 'styleNonce', 'subjectParser']
/** Classes whose objects keep nothing. */
const KEEP_NOTHING = ['DateTimeFormat']

/**
 * Returns the variables outside functions in which a module can keep something: each `let`, and each constant that is an
 * object of a class, an empty collection, or made by a function of our own.
 */
function statesOf(code: string): readonly string[] {
  const { body } = parseSync('module.tsx', code).program
  const own = new Set(body.flatMap((statement) => ownNames(statement)))
  const keeps = (value: ESTree.Expression | null): boolean => {
    switch (value?.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return keeps(value.expression)
      case 'NewExpression':
        return !KEEP_NOTHING.includes(nameOf(value.callee))
      case 'ArrayExpression':
        return value.elements.length === 0
      case 'ObjectExpression':
        return value.properties.length === 0
      case 'CallExpression':
        return own.has(nameOf(value.callee)) && !MAKE_CONSTANTS.includes(nameOf(value.callee))
      default:
        return false
    }
  }
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && (declared.kind !== 'const' || keeps(init)) ? [id.name] : [],
    )
  })
}

/** Returns the names that a statement imports from our own code, or the name of the function that it declares. */
function ownNames(statement: ESTree.Statement | ESTree.ModuleDeclaration): readonly string[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type === 'FunctionDeclaration') return declared.id ? [declared.id.name] : []
  if (declared?.type !== 'ImportDeclaration' || !/^(?:\.|@greenwave\/)/.test(declared.source.value)) return []
  return declared.specifiers.map(({ local }) => local.name)
}

function nameOf(callee: ESTree.Expression): string {
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') return callee.property.name
  return callee.type === 'Identifier' ? callee.name : ''
}

describe('what the console keeps for the life of a tab', () => {
  it('is in the table of what is reset after each test', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter(
      (path) => !/\.test\.|\.d\.ts$|^test[\\/]|^app[\\/]main\.tsx$/.test(path),
    )
    const found = files.flatMap((path) =>
      statesOf(readFileSync(join(SRC, path), 'utf8')).map((name) => `${path.replaceAll('\\', '/')}: ${name}`),
    )
    expect(found.sort()).toEqual(Object.keys(TAB_STATE).sort())
  })

  it.each([
    ['let count = 0', ['count']],
    ['export let a: string | undefined, b = 1', ['a', 'b']],
    ['const kinds = new Set<string>()', ['kinds']],
    ['const rows: string[] = []', ['rows']],
    ['const byName = {} as Record<string, number>', ['byName']],
    ["import { makeStore } from './store.ts'\nexport const store = makeStore({})", ['store']],
    ['const one = make()\nfunction make() { return { count: 0 } }', ['one']],
    ["import { z } from 'zod'\nconst Shape = z.object({})", []],
    ["const NAMES = ['a'] as const\nconst F = new Intl.DateTimeFormat('en')", []],
    ['function f() { let inner = 0; return inner }', []],
  ])('is found in %j', (code, names) => {
    expect(statesOf(code)).toEqual(names)
  })
})
