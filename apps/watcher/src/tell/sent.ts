import type { SentChannel } from '@greenwave/contract/records/notify'
import { type Channels, failureText, SendFailure } from './channel.ts'
import type { Listener } from './listeners.ts'
import type { Message } from './message.ts'
import type { Outcome } from './statuses.ts'

/** Sends a message to a user by a channel. Resolves with what came of it, whatever that is. */
export async function sent(
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
