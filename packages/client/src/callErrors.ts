/** The ways in which a call to the platform fails, and their causes. */

/** The platform replied with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The platform's error number, see `ERRORS` of the contract; undefined if the body was no error object. */
  readonly errorCode: number | undefined
  /** The platform's message, if it sent one that can be shown. */
  readonly serverMessage: string | undefined
  /** Of a sign-in that needs a new password first: the token for the call that sets it. */
  readonly resetToken: string | undefined

  constructor(status: number, errorCode?: number, serverMessage?: string, resetToken?: string) {
    super(serverMessage ?? `The platform answered with status ${status}`)
    this.status = status
    this.errorCode = errorCode
    this.serverMessage = serverMessage
    this.resetToken = resetToken
  }
}

/** No reply came: the platform is down, the network is gone, or the browser refused to send. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The platform replied with success, but the reply does not fit the contract. */
export class UnexpectedReplyError extends Error {
  override readonly name = 'UnexpectedReplyError'
}

/** Returns the message of an error's cause, such as a refused connection; of the error itself without a cause. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
