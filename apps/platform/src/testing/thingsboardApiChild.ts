/**
 * @file A process that calls functions of the library `thingsboard_api` for tests and returns their results. The
 * library needs its own process: it keeps the account in the environment and in undeclared globals, and its timers
 * never end.
 */
import library from 'thingsboard_api'

/** A call of the library. */
export interface LibraryCall {
  readonly id: number
  readonly part: 'connect' | 'get' | 'push' | 'delete'
  /** The function of that part; `connect` has only one. */
  readonly name: string
  readonly args: readonly unknown[]
}

/** The result of a call, or why it could not be made. */
export interface LibraryAnswer {
  readonly id: number
  readonly result?: unknown
  readonly failure?: string
}

async function make({ part, name, args }: LibraryCall): Promise<unknown> {
  if (part === 'connect') return library.createConnection(Object(args[0]))
  const call = library[part][name]
  if (call === undefined) throw new Error(`thingsboard_api has no ${part}.${name}`)
  return call(...args)
}

const tell = (answer: LibraryAnswer): unknown => process.send?.(answer)

process.on('disconnect', () => process.exit())
process.on('message', (call: LibraryCall) => {
  make(call).then(
    (result) => tell({ id: call.id, result }),
    (error: unknown) => tell({ id: call.id, failure: String(error) }),
  )
})
