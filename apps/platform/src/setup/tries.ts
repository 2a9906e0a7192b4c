/** @file Tries answers before they are written: opens the ports, sends a mail, writes to the place of the backup. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseMailServer } from '@greenwave/client/program/mailServer'
import { createMailTransport } from '@greenwave/client/program/mailTransport'
import { openTarget, parseBackupAddress } from '../keptBackup/address.ts'
import { readBackupKey, sealBytes, openSealed } from '../keptBackup/seal.ts'
import { listenRefusal } from '../start/listenRefusal.ts'
import { openOwnTiles } from '../start/ownTiles.ts'
import { environmentName, type SettingName, type Settings } from '../start/settings.ts'
import { StartRefused } from '../start/startRefused.ts'
import { readTlsFiles } from '../start/tlsFiles.ts'

/** Address and port. */
interface Place {
  readonly host: string
  readonly port: number | undefined
}

/**
 * Tries the answers of a group. `held` are places that Greenwave itself may listen at now, and so cannot be opened.
 * Resolves with what was tried; undefined: nothing. Rejects with StartRefused or TargetFailed, whose message states what
 * to do.
 */
type Try = (settings: Settings, held: readonly Place[]) => Promise<string | undefined>

/** Returns the places at which an installation with these settings listens. */
export function placesOf({ host, port, mqttHost, mqttPort, tls }: Settings): readonly Place[] {
  return [
    { host, port },
    { host: mqttHost, port: mqttPort },
    { host: mqttHost, port: tls?.port },
  ]
}

/** How each group of questions is tried; the others have nothing to try. */
export const TRIES: Readonly<Record<string, Try>> = {
  address: async ({ host, port }, held) => {
    if (isHeld(held, host, port)) return undefined
    await openPort(host, port, 'host', 'port')
    return `Port ${port} of ${host} was opened.`
  },
  controllers: async ({ mqttHost, mqttPort, tls }, held) => {
    if (tls !== undefined) readTlsFiles(tls)
    const ports = [
      { setting: 'mqttPort', port: mqttPort },
      { setting: 'mqttsPort', port: tls?.port },
    ] as const
    const opened: number[] = []
    for (const { setting, port } of ports) {
      if (port === undefined || isHeld(held, mqttHost, port)) continue
      await openPort(mqttHost, port, 'mqttHost', setting)
      opened.push(port)
    }
    return opened.length === 0 ? undefined : `Ports of ${mqttHost} that were opened: ${opened.join(', ')}.`
  },
  map: async ({ tileArchive }) => {
    if (tileArchive === undefined) return undefined
    await (await openOwnTiles(tileArchive)).close()
    return `The map in ${tileArchive.file} was opened.`
  },
  mail: async ({ mail, adminEmail, console: brand }) => {
    if (mail === undefined || adminEmail === undefined) return undefined
    await sendTestMail(mail, adminEmail, brand.productName)
    return `A mail was sent to ${adminEmail}: see that it arrives.`
  },
  backups: async ({ backup }) => {
    if (backup === undefined) return undefined
    await writeTestObject(backup.address, backup.keyFile)
    return `${backup.shown} was written, read and cleared.`
  },
}

/** Returns whether there is nothing to open: any free port will do, or Greenwave itself holds this one. */
const isHeld = (held: readonly Place[], host: string, port: number): boolean =>
  port === 0 || held.some((place) => place.host === host && place.port === port)

/** Opens a port and closes it again. */
async function openPort(host: string, port: number, hostSetting: SettingName, portSetting: SettingName): Promise<void> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw listenRefusal(error, {
      host: { setting: environmentName(hostSetting), value: host },
      port: { setting: environmentName(portSetting), value: port },
    })
  }
  server.close()
  await once(server, 'close')
}

async function sendTestMail(mail: { url: string; from: string }, to: string, productName: string): Promise<void> {
  const server = parseMailServer(mail.url)
  if (server === undefined) return
  const transport = createMailTransport(server, mail.from)
  try {
    await transport.send({
      to,
      subject: `[${productName}] Test of the mail server / Thử máy chủ thư`,
      text: `${productName} can send mails through this server.\n\n${productName} gửi được thư qua máy chủ này.\n`,
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const fix = 'correct the address, its account or the sender'
    throw new StartRefused(
      environmentName('smtpUrl'),
      `The mail server ${server.host}:${server.port} did not take a mail to ${to} (${why}): ${fix}`,
      { cause: error },
    )
  } finally {
    transport.close()
  }
}

/** Writes an object of a backup, reads it back and removes it. */
async function writeTestObject(text: string, keyFile: string | undefined): Promise<void> {
  const address = parseBackupAddress(text)
  if (address === undefined) return
  const key = keyFile === undefined ? undefined : await readBackupKey(keyFile)
  const { name, bytes } = await sealBytes(randomBytes(1024), key)
  const target = await openTarget(address)
  try {
    await target.put(`objects/${name}`, bytes)
    const read = await target.get(`objects/${name}`)
    await openSealed({ name, bytes: read ?? new Uint8Array() }, key)
    await target.remove([`objects/${name}`])
  } finally {
    target.close()
  }
}
