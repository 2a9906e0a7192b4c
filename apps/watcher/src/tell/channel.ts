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

/** Delivery status of a message. */
export interface Outcome {
  readonly channel: SentChannel
  /** Epoch milliseconds. */
  readonly atMs: number
  /** Undefined when it was sent. */
  readonly failure: SendFailure | undefined
  readonly gone: readonly string[]
  /** Time of the answered test, as requested by its user. */
  readonly testAt?: number
}

/** Sends a message to a user by a channel. Resolves with the outcome, also of a failure. */
export async function sendMessage(
  listener: Listener,
  channel: SentChannel,
  message: Message,
  { channels, now }: { readonly channels: Channels; readonly now: () => number },
): Promise<Outcome> {
  const sender = channels[channel]
  try {
    if (!sender) throw new SendFailure('not-set-up', '')
    const { gone } = await sender.send(listener, message)
    return { channel, atMs: now(), failure: undefined, gone }
  } catch (error) {
    const failure = error instanceof SendFailure ? error : new SendFailure('other', failureText(error))
    return { channel, atMs: now(), failure, gone: failure.gone }
  }
}
