import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { connectAsync } from 'mqtt'
import type { Target } from './attack.ts'
import { openLiveSocket } from './liveSocket.ts'
import { adminOf, makeCustomer } from './scene.ts'

const EVERY_MS = 100
const PAGE_BYTES = 4096
/** A wait that was given up counts as this long, milliseconds. */
const GIVEN_UP_MS = 20_000

/**
 * The measurements of another user of the platform during an attack: waits in milliseconds, by what was done, and the
 * platform's memory.
 */
export interface ProbeFigures {
  readonly waits: Readonly<Record<string, readonly number[]>>
  readonly failures: number
  /** Peak memory of the platform's process, megabytes; undefined when unknown. */
  readonly mostResidentMb: number | undefined
}

interface Probe {
  /** Begins to use the platform, and to measure. */
  begin(): void
  stop(): Promise<ProbeFigures>
}

/**
 * Uses the platform as another user and another controller, every 0.1 s, until it is stopped: a list, latest values, a
 * first reply of the live socket, an attribute write, an acknowledged message.
 *
 * @param pid the platform's process, whose memory is measured
 */
export async function prepareProbe(target: Target, pid?: number): Promise<Probe> {
  const admin = await adminOf(target)
  const { user, device } = await makeCustomer(admin)
  const caller = await Api.signIn(target.url, user.email, user.password)
  const socket = await openLiveSocket(target.url, caller.token)
  const { clientId, userName: username, password } = device.login
  const controller = await connectAsync(target.mqttUrl, { clientId, username, password, reconnectPeriod: 0 })
  let cmdId = 0
  const uses: Record<string, () => Promise<unknown>> = {
    list: () =>
      caller.call('customerDevices', {
        params: { customerId: customerIdOf(caller) },
        query: { page: 0, pageSize: 10 },
      }),
    latest: () => caller.call('timeseries', { params: ofDevice(device.id) }),
    live: () => {
      cmdId += 1
      const reply = new Promise((resolve) => socket.once('message', resolve))
      const entityType = 'DEVICE'
      socket.send(
        JSON.stringify({
          cmds: [{ type: 'ATTRIBUTES', entityType, entityId: device.id, cmdId, scope: 'CLIENT_SCOPE' }],
        }),
      )
      return reply
    },
    write: () => admin.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: cmdId % 3 }),
    publish: () => controller.publishAsync('v1/devices/me/telemetry', `{"T_D1":${cmdId % 60}}`, { qos: 1 }),
  }
  const waits: Record<string, number[]> = {}
  let failures = 0
  let mostResidentMb: number | undefined
  let isOver = false
  const resident = setInterval(() => {
    mostResidentMb = Math.max(mostResidentMb ?? 0, residentMb(pid) ?? 0)
  }, EVERY_MS)
  const use = async (name: string, once: () => Promise<unknown>): Promise<void> => {
    const own: number[] = []
    waits[name] = own
    while (!isOver) {
      const start = performance.now()
      const ended = await Promise.race([
        once().then(
          () => true,
          () => false,
        ),
        pause(GIVEN_UP_MS, 'late', { ref: false }),
      ])
      if (ended !== true) failures += 1
      if (ended !== false) own.push(performance.now() - start)
      await pause(EVERY_MS)
    }
  }
  let using: Promise<unknown> | undefined
  return {
    begin() {
      using = Promise.all(Object.entries(uses).map(([name, once]) => use(name, once)))
    },
    async stop() {
      isOver = true
      await using
      clearInterval(resident)
      socket.terminate()
      await controller.endAsync(true)
      return { waits, failures, mostResidentMb }
    },
  }
}

/** Prepares a probe and begins at once. */
export async function startProbe(target: Target, pid?: number): Promise<Probe> {
  const probe = await prepareProbe(target, pid)
  probe.begin()
  return probe
}

/** Returns the customer in a caller's token. */
function customerIdOf({ token }: Api): string {
  const payload: { customerId: string } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return payload.customerId
}

/** Returns the memory that a process uses now, megabytes (Linux, /proc); undefined when it cannot be read. */
function residentMb(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 1e6
  } catch {
    return undefined
  }
}
