/** A way to send messages. */
import type { SentChannel } from '@greenwave/contract/records/notify'
import type { SendProblem } from '@greenwave/contract/records/notifyRecords'
import type { Listener } from './listeners.ts'
import type { Message } from './message.ts'

/** A message was not sent. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly problem: SendProblem
  /** As in `Sent`. */
  readonly gone: readonly string[]

  /** @param detail the answer of the server, or what else an operator should know; without secrets */
  constructor(problem: SendProblem, detail: string, gone: readonly string[] = []) {
    super(detail)
    this.problem = problem
    this.gone = gone
  }
}

/** Result of a message. */
interface Sent {
  /** Browsers that their push service no longer knows, as `subscriptionMark` names them. */
  readonly gone: readonly string[]
}

/** A way to send messages. */
export interface Channel {
  /** Resolves when the message was accepted for the receiver. Rejects with SendFailure. */
  send(listener: Listener, message: Message): Promise<Sent>
  close(): void
}

/** The channels that are set up. */
export type Channels = Readonly<Partial<Record<SentChannel, Channel>>>

/** Log text for a message that was not sent. */
export function failureText(error: unknown): string {
  if (error instanceof SendFailure) return `${error.problem} ${error.message}`.trim()
  return error instanceof Error ? error.message : String(error)
}
