/** How the watcher tells people, from the environment: it holds secrets, which no list of processes may show. */
import { MAIL_SERVER_FORM, parseMailServer, SENDER_FORM, senderAddress } from '@greenwave/client/program/mailServer'
import { originOf, PUSH_HOSTS_FORM, parsePushHosts } from '@greenwave/client/program/pushHosts'
import type { Channels } from './tell/channel.ts'
import { emailChannel } from './tell/email.ts'
import type { MessageStyle } from './tell/message.ts'
import { PUSH_HOSTS, publicKeyOf, pushChannel } from './tell/push.ts'

/** The channels that are set up. */
export interface TellSettings {
  readonly channels: Channels
  readonly style: MessageStyle
  /** The public key with which browsers subscribe to web push; empty without. */
  readonly pushKey: string
}

/** A setting is wrong. The message names it and the fix, but not its value, which may be a secret. */
export class TellSettingError extends Error {
  override readonly name = 'TellSettingError'
}

/** Parses the settings. Throws TellSettingError. */
export function parseTellSettings(env: Readonly<Record<string, string | undefined>>): TellSettings {
  const publicUrl = env.GREENWAVE_PUBLIC_URL ? originOf(env.GREENWAVE_PUBLIC_URL) : undefined
  if (env.GREENWAVE_PUBLIC_URL && publicUrl === undefined) {
    throw new TellSettingError('GREENWAVE_PUBLIC_URL: give an address such as https://signals.example, without a path')
  }
  const from = env.GREENWAVE_SMTP_FROM || undefined
  const address = from && senderAddress(from)
  if (from !== undefined && address === undefined) throw new TellSettingError(`GREENWAVE_SMTP_FROM: ${SENDER_FORM}`)
  const email = readEmail(env.GREENWAVE_SMTP_URL || undefined, from)
  const contact = publicUrl?.startsWith('https:') ? publicUrl : address && `mailto:${address}`
  const push = readPush(env.GREENWAVE_PUSH_KEY || undefined, env.GREENWAVE_PUSH_HOSTS || undefined, contact)
  return {
    channels: { ...(email && { email }), ...(push && { push: push.channel }) },
    style: { productName: env.GREENWAVE_PRODUCT_NAME || 'Greenwave', publicUrl },
    pushKey: push?.publicKey ?? '',
  }
}

function readEmail(address: string | undefined, from: string | undefined) {
  if (address === undefined) return undefined
  const server = parseMailServer(address)
  if (!server) throw new TellSettingError(`GREENWAVE_SMTP_URL: ${MAIL_SERVER_FORM}`)
  if (from === undefined)
    throw new TellSettingError(`GREENWAVE_SMTP_FROM: e-mail comes from an address, so ${SENDER_FORM}`)
  return emailChannel(server, from)
}

function readPush(privateKey: string | undefined, hosts: string | undefined, contact: string | undefined) {
  if (privateKey === undefined) return undefined
  // Push services want to know whom to write to.
  if (contact === undefined) {
    throw new TellSettingError(
      'GREENWAVE_PUSH_KEY: web push names a contact, so give GREENWAVE_PUBLIC_URL with https, or GREENWAVE_SMTP_FROM',
    )
  }
  const publicKey = publicKeyOf(privateKey)
  if (publicKey === undefined) {
    throw new TellSettingError(
      'GREENWAVE_PUSH_KEY: give the private key that `npx web-push generate-vapid-keys` prints, or leave it out',
    )
  }
  const allowed = hosts === undefined ? PUSH_HOSTS : parsePushHosts(hosts)
  if (allowed === undefined) throw new TellSettingError(`GREENWAVE_PUSH_HOSTS: ${PUSH_HOSTS_FORM}`)
  return { publicKey, channel: pushChannel({ privateKey, contact, hosts: allowed }) }
}
