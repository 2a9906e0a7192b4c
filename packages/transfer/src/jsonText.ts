/** JSON with its lines, for messages about a file that a person wrote. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** A place in a JSON value, as `['junctions', 1, 'name']`. */
export type JsonPath = readonly (string | number)[]

/** A JSON text that was parsed. */
export interface JsonText {
  readonly value: unknown
  /** Returns the line of a place, or of the nearest one around it; 1 is the first. */
  lineOf(path: JsonPath): number
  /** Fields that an object has more than once, each further time with its line. */
  readonly repeated: readonly RepeatedField[]
}

interface RepeatedField {
  readonly path: JsonPath
  readonly line: number
}

/** Something that is no JSON. */
export interface NoJson {
  readonly line: number
  readonly problem: string
}

/** Parses a JSON text. */
export function parseJsonText(text: string): JsonText | NoJson {
  try {
    return parsed(text)
  } catch (error) {
    // Both parsers go as deep as the brackets of the text.
    if (error instanceof RangeError) return { line: 1, problem: 'is nested too deeply' }
    throw error
  }
}

function parsed(text: string): JsonText | NoJson {
  const lineAt = linesOf(text)
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  const [error] = errors
  if (error) return { line: lineAt(error.offset), problem: words(printParseErrorCode(error.error)) }
  if (!tree) return { line: 1, problem: 'is empty' }
  return {
    value: JSON.parse(text) as unknown,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = findNodeAtLocation(tree, path.slice(0, length))
        if (node) return lineAt((node.parent?.type === 'property' ? node.parent : node).offset)
      }
      return lineAt(tree.offset)
    },
    repeated: repeatedIn(tree, []).map(({ path, offset }) => ({ path, line: lineAt(offset) })),
  }
}

/** Returns a function from an offset in a text to its line. */
function linesOf(text: string): (offset: number) => number {
  const ends: number[] = []
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) ends.push(end)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** Returns a code such as `CommaExpected` in words. */
function words(code: string): string {
  return `is no JSON: ${code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`
}

function repeatedIn(node: Node, path: JsonPath): readonly { readonly path: JsonPath; readonly offset: number }[] {
  const seen = new Set<string>()
  return (node.children ?? []).flatMap((child, index) => {
    if (node.type !== 'object') return repeatedIn(child, [...path, index])
    const [key, value] = child.children ?? []
    const name = String(key?.value)
    const again = seen.has(name) ? [{ path: [...path, name], offset: child.offset }] : []
    seen.add(name)
    return [...again, ...(value ? repeatedIn(value, [...path, name]) : [])]
  })
}
