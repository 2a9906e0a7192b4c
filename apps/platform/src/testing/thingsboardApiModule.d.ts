/**
 * The functions that tests use of a client library without types. A call that fails returns `{ error: true, message }`.
 */
declare module 'thingsboard_api' {
  type Calls = Readonly<Record<string, ((...args: readonly unknown[]) => Promise<unknown>) | undefined>>
  const library: {
    readonly createConnection: (options: object) => Promise<unknown>
    readonly get: Calls
    readonly push: Calls
    readonly delete: Calls
  }
  export default library
}
