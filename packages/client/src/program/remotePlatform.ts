/** A platform that a command works on from outside, as an account: this one, another of ours, a ThingsBoard. */

import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { ApiError, causeOf, NetworkError } from '../callErrors.ts'
import type { CallApi } from '../callTypes.ts'
import { listRows } from '../listPages.ts'
import { SecondFactorNeededError } from '../programSession.ts'
import { type SignedInProgram, signIn } from '../signIn.ts'
import { systemTransport, type Transport } from '../transport.ts'
import { CommandFailed, EXIT } from './exitCodes.ts'
import { addTimeZoneOption } from './timeZoneOption.ts'

/** The time by the platform's clock. */

/** The `Date` of an answer is a whole second, and the answer was on its way for a while. Milliseconds. */
const CERTAIN_WITHIN_MS = 2_000

/** The platform's clock, as its answers show it. */
interface PlatformClock {
  /** Returns the platform's time, epoch milliseconds: this machine's while both agree within the accuracy of `Date`. */
  readonly now: () => number
  /** Takes the `Date` of an answer that has just arrived. */
  readonly note: (date: string | null) => void
}

/** Creates a clock. `now` returns this machine's time, epoch milliseconds. */
export function createPlatformClock(now: () => number = Date.now): PlatformClock {
  let aheadMs = 0
  return {
    now: () => now() + aheadMs,
    note(date) {
      const sentMs = Date.parse(date ?? '')
      if (Number.isNaN(sentMs)) return
      const least = sentMs - now()
      const isRight = (offset: number): boolean =>
        offset >= least - CERTAIN_WITHIN_MS / 4 && offset <= least + 1000 + CERTAIN_WITHIN_MS
      if (isRight(aheadMs)) return
      aheadMs = isRight(0) ? 0 : least + 500
    },
  }
}

/** The variable of the environment with the password of the account. */
export const PASSWORD_VARIABLE = 'GREENWAVE_PASSWORD'

/** Help about the account. */
export const ACCOUNT_HELP = `The account needs no right but to read the junction, and has no second factor. Its password is read from ${PASSWORD_VARIABLE} alone,
so that no list of processes shows it.`

/** The flags that `addAccountOptions` adds. */
export interface AccountFlags {
  readonly url: string
  readonly user?: string
}

/** Adds the flags by which a command reaches a platform. */
export function addAccountOptions(command: Command): Command {
  return addTimeZoneOption(command)
    .addOption(
      new Option('--url <url>', 'the platform; also a ThingsBoard')
        .env('GREENWAVE_URL')
        .argParser(parseUrl)
        .default('http://127.0.0.1:8080'),
    )
    .addOption(new Option('--user <e-mail>', 'the account').env('GREENWAVE_USER'))
}

/** Reads the address of a platform. @throws {InvalidArgumentError} */
export function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.username) {
    throw new InvalidArgumentError('give an address such as https://signals.example')
  }
  return text.replace(/\/+$/, '')
}

/** Signs in for calls. @throws {CommandFailed} with what is wrong with the flags or the account */
export async function reachPlatform(flags: AccountFlags, transport: Transport = systemTransport): Promise<CallApi> {
  return (await enterPlatform(flags, transport)).call
}

/** Signs in for calls and live values. @throws {CommandFailed} with what is wrong with the flags or the account */
export async function enterPlatform(
  { url, user }: AccountFlags,
  transport: Transport = systemTransport,
): Promise<SignedInProgram> {
  const password = process.env[PASSWORD_VARIABLE]
  if (!user)
    throw new CommandFailed(EXIT.usage, '--user (GREENWAVE_USER) is not set: give the e-mail address of an account')
  if (!password)
    throw new CommandFailed(EXIT.usage, `${PASSWORD_VARIABLE} is not set: give the password of ${user} in it`)
  try {
    return await signIn(url, user, password, transport)
  } catch (error) {
    if (error instanceof SecondFactorNeededError) {
      throw new CommandFailed(EXIT.failed, `${user} has a second factor: give an account without one`, { cause: error })
    }
    throw failureOf(error, url)
  }
}

/** Longest call, milliseconds: shorter than the lease of a rollout. */
const CALL_TIMEOUT_MS = 20_000

/** Gives calls up after 20 s. */
export const impatientTransport: Transport = {
  ...systemTransport,
  fetch: (address, init) =>
    systemTransport.fetch(address, { ...init, signal: init.signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS) }),
}

/** Signs in for writing: calls are given up after 20 s, and it is known what time it is on the platform. */
export async function reachWithClock(flags: AccountFlags): Promise<{ call: CallApi; nowMs: () => number }> {
  const clock = createPlatformClock()
  const call = await reachPlatform(flags, {
    ...impatientTransport,
    async fetch(address, init) {
      const response = await impatientTransport.fetch(address, init)
      clock.note(response.headers.get('Date'))
      return response
    },
  })
  return { call, nowMs: clock.now }
}

/** Explains a failed call to the user of a command. */
export function failureOf(error: unknown, url: string): unknown {
  const options = { cause: error }
  if (error instanceof NetworkError) {
    return new CommandFailed(
      EXIT.failed,
      `${url} does not answer (${causeOf(error)}): is it the address of a platform?`,
      options,
    )
  }
  if (error instanceof ApiError) {
    return new CommandFailed(EXIT.failed, `${url} refused: ${error.message} (${error.status})`, options)
  }
  return error
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PAGE_SIZE = 100

/** Reads the devices of the account, page by page: all of them, or those whose name or label has a text in it. */
async function* devicesOf(call: CallApi, textSearch?: string): AsyncGenerator<DeviceInfo> {
  const { authority, customerId } = await call('currentUser')
  yield* listRows((page) => {
    const query = { pageSize: PAGE_SIZE, page, ...(textSearch !== undefined && { textSearch }) }
    return authority === 'CUSTOMER_USER'
      ? call('customerDevices', { params: { customerId: customerId.id }, query })
      : call('tenantDevices', { query })
  })
}

/** Returns the device of a name or an id, among those of the account. @throws {CommandFailed} if there is none */
export async function findDevice(call: CallApi, name: string): Promise<DeviceInfo> {
  if (UUID.test(name)) return call('deviceInfo', { params: { deviceId: name } })
  for await (const device of devicesOf(call, name)) if (device.name === name) return device
  throw new CommandFailed(EXIT.usage, `--device is ${JSON.stringify(name)}: no junction of this account has that name`)
}

/** Returns all devices of the account. */
export async function allDevices(call: CallApi): Promise<readonly DeviceInfo[]> {
  const devices: DeviceInfo[] = []
  for await (const device of devicesOf(call)) devices.push(device)
  return devices
}
