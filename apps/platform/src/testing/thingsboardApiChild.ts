/**
 * @file A process for tests that makes the calls of the library `thingsboard_api` which it is sent and sends back what they
 * answer. The library needs one of its own: it keeps the account in the environment and in undeclared globals, and its
 * timers run on for ever.
 */
import library from 'thingsboard_api'

/** A call of the library. */
export interface LibraryCall {
  readonly id: number
  readonly part: 'connect' | 'get' | 'push' | 'delete'
  /** Function of that part; of `connect` there is one. */
  readonly name: string
  readonly args: readonly unknown[]
}

/** What a call answered, or why it could not be made. */
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
