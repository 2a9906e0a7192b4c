import { matchesGlob } from 'node:path'

/** One step of a stage, with its line for whoever looks on. Paths are the image's. */
type Step = { readonly line: string } & (
  | { readonly kind: 'workdir'; readonly folder: string }
  /** From an earlier stage, or from the context if that is undefined. */
  | { readonly kind: 'copy'; readonly stage: string | undefined; readonly from: string; readonly to: string }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'env'; readonly variables: Readonly<Record<string, string>> }
)

/** A stage of a container file: what it begins with, and its steps in order. */
export interface Stage {
  readonly name: string | undefined
  readonly from: string
  readonly steps: readonly Step[]
  /** What is started, with which words, and what says whether it is healthy; empty if the stage does not say so. */
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

type Draft = { -readonly [Member in keyof Stage]: Stage[Member] } & { readonly steps: Step[] }

/** Reads the text of a container file, in the forms that ours has. Throws an error that names any other line. */
export function readContainerFile(text: string): readonly Stage[] {
  const stages: Draft[] = []
  for (const line of linesOf(text)) {
    const stage = stageOf(line)
    if (stage) stages.push(stage)
    else if (!addLine(line, stages.at(-1))) throw new Error(`this line is not understood here: ${line}`)
  }
  return stages
}

/** Returns whole instructions, without comments. */
function linesOf(text: string): readonly string[] {
  const joined = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  return joined.split('\n').filter((line) => line.trim() !== '')
}

function stageOf(line: string): Draft | undefined {
  const [, from, name] = /^FROM ([\w:.\-/]+)(?: AS ([\w-]+))?$/.exec(line) ?? []
  if (from === undefined) return undefined
  return { name, from, steps: [], entrypoint: [], command: [], healthcheck: [] }
}

/** Adds an instruction to its stage. Returns false if it has another form than those of our file. */
function addLine(line: string, stage: Draft | undefined): boolean {
  const [keyword = '', ...words] = line.split(' ')
  const [first = '', second = '', third] = words
  const rest = words.join(' ')
  if (!stage) return false
  const add = (step: DistributiveOmit<Step, 'line'>): boolean => stage.steps.push({ line, ...step }) > 0
  switch (keyword) {
    // Says something to whoever runs the image, and makes nothing.
    case 'EXPOSE':
    case 'VOLUME':
      return true
    case 'WORKDIR':
      return add({ kind: 'workdir', folder: rest })
    case 'RUN':
      return !rest.startsWith('[') && !rest.startsWith('--') && add({ kind: 'run', command: rest })
    case 'USER':
      return add({ kind: 'user', user: rest })
    case 'ENV':
      return add({ kind: 'env', variables: Object.fromEntries(words.map((word) => word.split('=', 2))) })
    case 'COPY': {
      const stageName = /^--from=([\w-]+)$/.exec(first)?.[1]
      if (stageName !== undefined && third !== undefined && words.length === 3) {
        return add({ kind: 'copy', stage: stageName, from: second, to: third })
      }
      return (
        !first.startsWith('--') &&
        words.length === 2 &&
        add({ kind: 'copy', stage: undefined, from: first, to: second })
      )
    }
    case 'ENTRYPOINT':
      stage.entrypoint = wordsOf(rest)
      return true
    case 'CMD':
      stage.command = wordsOf(rest)
      return true
    case 'HEALTHCHECK':
      stage.healthcheck = wordsOf(rest.replace(/^(?:--\S+ )*CMD /, ''))
      return true
    default:
      return false
  }
}

type DistributiveOmit<Union, Member extends PropertyKey> = Union extends unknown ? Omit<Union, Member> : never

/** Returns the words of a command that no shell reads. Throws for one that a shell would read. */
function wordsOf(text: string): readonly string[] {
  const words: unknown = text.startsWith('[') ? JSON.parse(text) : undefined
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words
  throw new Error(`a shell would take signals from the program: write it as an array: ${text}`)
}

/** Reads the text of a `.dockerignore`; returns what tells which paths it leaves out. Throws for negated patterns. */
export function readIgnored(text: string): (file: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const odd = patterns.find((pattern) => /^!|^\/|\/$/.test(pattern))
  if (odd !== undefined) throw new Error(`this pattern is not understood here: ${odd}`)
  return (file) => {
    const parts = file.split('/')
    const itAndItsFolders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    return itAndItsFolders.some((path) => patterns.some((pattern) => matchesGlob(path, pattern)))
  }
}
