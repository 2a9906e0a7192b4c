/** @file The load, in a child process, so that its processor time does not count as the platform's. */
import { readFileSync } from 'node:fs'
import type { DeviceLogin } from '@greenwave/harness/api'
import { connectAsync, type MqttClient } from 'mqtt'

/** The job from the parent, as JSON in the file named by the first argument. */
export interface PublishersJob {
  readonly url: string
  readonly logins: readonly DeviceLogin[]
  readonly topic: 'platform' | 'broker'
  readonly seconds: number
}

/** Milliseconds from publish to acknowledgement of every message, and the number of published messages. */
export interface PublishersResult {
  readonly acknowledgedMs: number[]
  readonly published: number
}

const COUNTDOWNS = ['T_D1', 'T_V1', 'T_X1', 'T_D2', 'T_V2', 'T_X2', 'T_D3', 'T_V3', 'T_X3']
const CLOCK = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second']

/** Returns fifteen values, as a controller sends them each second; `Year` has the sending time, for measurements. */
function payload(second: number): string {
  const values: Record<string, number> = {}
  for (const [i, key] of [...COUNTDOWNS, ...CLOCK].entries()) values[key] = (second + i) % 60
  values.Year = performance.timeOrigin + performance.now()
  return JSON.stringify(values)
}

async function publish(job: PublishersJob): Promise<PublishersResult> {
  const clients: MqttClient[] = []
  const waiting = job.logins.values()
  async function connectSome(): Promise<void> {
    for (const login of waiting) {
      const client = await connectAsync(job.url, {
        clientId: login.clientId,
        username: login.userName,
        password: login.password,
        keepalive: 300,
        reconnectPeriod: 0,
      })
      clients.push(client)
    }
  }
  await Promise.all(Array.from({ length: 50 }, connectSome))
  process.send?.('connected')

  const acknowledgedMs: number[] = []
  let published = 0
  const topicOf = (i: number) => (job.topic === 'platform' ? 'v1/devices/me/telemetry' : `bench/${i}/telemetry`)
  const start = performance.now()
  const perMs = clients.length / 1000
  let sent = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - start
      const due = Math.min(Math.floor(elapsed * perMs), clients.length * job.seconds)
      for (; sent < due; sent++) {
        const i = sent % clients.length
        const at = performance.now()
        published++
        clients[i]?.publish(topicOf(i), payload(Math.floor(elapsed / 1000)), { qos: 1 }, (error) => {
          if (!error) acknowledgedMs.push(performance.now() - at)
        })
      }
      if (
        elapsed > job.seconds * 1000 &&
        (acknowledgedMs.length === published || elapsed > job.seconds * 1000 + 5000)
      ) {
        clearInterval(timer)
        resolve()
      }
    }, 4)
  })
  await Promise.all(clients.map((client) => client.endAsync(true)))
  return { acknowledgedMs, published }
}

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as PublishersJob
const result = await publish(job)
// A long message would be lost if the channel closed before it was sent.
process.send?.(result, () => process.disconnect?.())
