/**
 * @file What README's pictures show of the console's sources: texts, style sheets and components. Kept beside the
 * pictures, so that a test notices when the console no longer looks like them.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const CONSOLE = join(import.meta.dirname, '../../apps/console/src')
/** The pictures and their record. */
export const IMAGES = join(import.meta.dirname, '../../docs/images')
/** File of the record. */
export const RECORD_FILE = join(IMAGES, 'shown.json')

/** Record of what pictures show: texts with their placeholders, and a hash of the drawing of each file by its path. */
export interface ShownRecord {
  readonly texts: readonly string[]
  readonly drawings: Readonly<Record<string, string>>
}

/** The console's sources, as far as they are visible. */
export interface VisibleSources {
  /** Its English texts, with their placeholders. */
  readonly texts: ReadonlySet<string>
  /** Style sheets and components by path, relative to `apps/console/src`. */
  readonly files: ReadonlyMap<string, string>
}

/** Texts and CSS classes that are visible in a browser's window. */
export interface Visible {
  readonly texts: readonly string[]
  readonly classes: readonly string[]
}

/** Reads the console's sources. */
export function readVisibleSources(): VisibleSources {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: CONSOLE, exclude: ['**/*.test.tsx', 'test/**'] }).map(
      (path) => [path.replaceAll('\\', '/'), readFileSync(join(CONSOLE, path), 'utf8')] as const,
    )
  const literals = read('texts/default/*.ts').flatMap(([, code]) =>
    [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"/g)].map(([, single, double]) =>
      (single ?? double ?? '').replaceAll(String.raw`\'`, "'"),
    ),
  )
  return { texts: new Set(literals), files: new Map([...read('**/*.css'), ...read('**/*.tsx')]) }
}

/**
 * Returns a hash of what a file draws. Of a component these are its elements, classes and texts in their order; of a style
 * sheet all but comments and spaces.
 */
export function drawingHash(path: string, code: string): string {
  const drawn = path.endsWith('.css')
    ? code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, '')
    : [...code.matchAll(/(?<![\w)])<([A-Za-z][\w.]*)(?=[\s>/])|\bstyles\.(\w+)|\bt\(\s*['`]([^'`]+)/g)]
        .map((match) => match.slice(1).find((name) => name !== undefined))
        .join(' ')
  return createHash('sha256').update(drawn).digest('hex').slice(0, 12)
}

/** Collects the texts and CSS classes that are visible in a page's window. */
export function visibleIn(page: Page): Promise<Visible> {
  return page.evaluate(() => {
    const texts = new Set<string>()
    const classes = new Set<string>()
    for (const element of document.body.querySelectorAll('*')) {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      if (!element.checkVisibility() || bottom < 0 || right < 0 || top > innerHeight || left > innerWidth) continue
      for (const name of element.classList) classes.add(name)
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const text = own.map((node) => node.textContent).join('')
      if (text.trim()) texts.add(text.trim())
    }
    return { texts: [...texts], classes: [...classes] }
  })
}

/** Returns the record of what was visible: the texts of the console, the style sheets in use, and their components. */
export function recordOf(visible: readonly Visible[], sources: VisibleSources): ShownRecord {
  const seen = [...new Set(visible.flatMap(({ texts }) => texts))]
  const texts = [...sources.texts].filter((text) => {
    // A text of placeholders alone would match anything.
    if (!/[A-Za-z]{3}/.test(text.replaceAll(/\{\{.*?\}\}/g, ''))) return false
    const literal = text.split(/\{\{.*?\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    const pattern = new RegExp(`^${literal.join('.+')}$`, 's')
    return seen.some((one) => pattern.test(one))
  })
  const sheets = sheetsOf(
    visible.flatMap(({ classes }) => classes),
    sources,
  )
  const components = [...sources.files].filter(([path, code]) =>
    [...code.matchAll(/from '([^']+\.module\.css)'/g)].some(([, sheet = '']) =>
      sheets.has(join(path, '..', sheet).replaceAll('\\', '/')),
    ),
  )
  const drawings = [...sheets, ...components.map(([path]) => path)].toSorted()
  return {
    texts: texts.toSorted(),
    drawings: Object.fromEntries(drawings.map((path) => [path, drawingHash(path, sources.files.get(path) ?? '')])),
  }
}

/** Finds the style sheets of classes such as `_title_1a2b3_12`: name, hash of the file, line in the file. */
function sheetsOf(classes: readonly string[], { files }: VisibleSources): ReadonlySet<string> {
  const named = classes.flatMap((name) => {
    const [, own = '', file = '', line = ''] = /^_(.+)_([\w-]{5})_(\d+)$/.exec(name) ?? []
    return own ? [{ own, file, line: Number(line) }] : []
  })
  const sheets = [...files].filter(([path]) => path.endsWith('.module.css'))
  const found = [...Map.groupBy(named, ({ file }) => file).values()].map((together) =>
    sheets.filter(([, code]) => {
      const lines = code.split('\n')
      return together.every(({ own, line }) => lines[line - 1]?.includes(`.${own}`))
    }),
  )
  // A file whose few classes fit several files is left out.
  return new Set(found.flatMap((fitting) => (fitting.length === 1 ? fitting.map(([path]) => path) : [])))
}

/** Largest share of drawings that may differ from the pictures. */
const TOLERATED_SHARE = 0.1

/**
 * Lists what the pictures show and the console no longer does; empty while they are current. Every text counts. Of style
 * sheets and components a tenth may differ, so that a moved edge needs no new pictures.
 */
export function differencesFrom({ texts, drawings }: ShownRecord, sources: VisibleSources): string[] {
  const lost = texts.filter((text) => !sources.texts.has(text)).map((text) => `text: ${text}`)
  // By hash alone: a file that was moved draws the same.
  const drawn = new Set([...sources.files].map(([path, code]) => drawingHash(path, code)))
  const changed = Object.entries(drawings).filter(([, hash]) => !drawn.has(hash))
  const isTolerated = changed.length <= Object.keys(drawings).length * TOLERATED_SHARE
  return isTolerated ? lost : [...lost, ...changed.map(([path]) => `drawing: ${path}`)]
}
