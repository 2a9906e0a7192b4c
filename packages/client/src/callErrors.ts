/** The ways in which a call to the platform fails. */

/** The platform answered, and not with success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The platform's own number, see `ERRORS` of the contract; absent when the body was no error object. */
  readonly errorCode: number | undefined
  /** The platform's sentence, if it sent one that can be shown. */
  readonly serverMessage: string | undefined
  /** Of a sign-in whose password must be changed first: what the change is asked for with. */
  readonly resetToken: string | undefined

  constructor(status: number, errorCode?: number, serverMessage?: string, resetToken?: string) {
    super(serverMessage ?? `The platform answered with status ${status}`)
    this.status = status
    this.errorCode = errorCode
    this.serverMessage = serverMessage
    this.resetToken = resetToken
  }
}

/** No answer came: the platform is down, the network is gone, or the browser refused to send. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** An answer came with success, but it is not what the contract says. */
export class UnexpectedReplyError extends Error {
  override readonly name = 'UnexpectedReplyError'
}
