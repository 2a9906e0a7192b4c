import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { WebSocket } from 'ws'
import { openConsole } from '../tools/openConsole.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { runPublishers } from '../tools/runPublishers.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const CONTROLLERS = 1000
const CONSOLES = 50
const DEVICES_EACH = 20
const SECONDS = 20

/** Returns the milliseconds since this moment of the sender's clock; both processes use the same machine's clock. */
const since = (sentAt: number) => performance.timeOrigin + performance.now() - sentAt

/**
 * Measures the time from publish to socket frame: 1,000 controllers a second, 50 consoles of 20 devices. The baseline
 * is a relay of bare `ws` sockets.
 */
export async function liveFrames(): Promise<Row[]> {
  const ours = await throughPlatform()
  const theirs = await throughBareRelay()
  return [
    {
      name: `publish to frame, ${CONTROLLERS} controllers/s, ${CONSOLES} consoles of ${DEVICES_EACH}`,
      promise: 'p99 <= 50 ms',
      figure: describeMs(ours),
      baseline: `bare ws relay: ${describeMs(theirs)}`,
      kept: quantile(ours, 0.99) <= 50,
    },
  ]
}

async function throughPlatform(): Promise<number[]> {
  const platform = await startPlatformProcess()
  const api = await signInAsAdmin(platform)
  const seeded = await seedDevices(api, CONTROLLERS)
  const delays: number[] = []
  const sockets: WebSocket[] = []
  for (let console = 0; console < CONSOLES; console++) {
    const watched = seeded.slice(console * DEVICES_EACH, (console + 1) * DEVICES_EACH)
    const socket = await openConsole(platform.url, api.token, watched)
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { data?: { Year?: [number, string][] } }
      const sentAt = frame.data?.Year?.[0]?.[1]
      if (sentAt !== undefined) delays.push(since(Number(sentAt)))
    })
    sockets.push(socket)
  }
  const logins = seeded.map(({ login }) => login)
  await runPublishers({ url: platform.mqttUrl, logins, topic: 'platform', seconds: SECONDS })
  for (const socket of sockets) socket.close()
  await platform.stop()
  return delays
}

async function throughBareRelay(): Promise<number[]> {
  const relay = fork(fileURLToPath(new URL('../tools/bareRelay.ts', import.meta.url)))
  const [port] = (await once(relay, 'message')) as [number]
  const delays: number[] = []
  const consoles: WebSocket[] = []
  for (let i = 0; i < CONSOLES; i++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?from=${i * DEVICES_EACH}&count=${DEVICES_EACH}`)
    await once(socket, 'open')
    socket.on('message', (data: Buffer) =>
      delays.push(since((JSON.parse(data.toString()) as { sentAt: number }).sentAt)),
    )
    consoles.push(socket)
  }
  const publisher = new WebSocket(`ws://127.0.0.1:${port}/publish`)
  await once(publisher, 'open')
  await new Promise<void>((resolve) => {
    const start = performance.now()
    let sent = 0
    const timer = setInterval(() => {
      const due = Math.min(((performance.now() - start) / 1000) * CONTROLLERS, CONTROLLERS * SECONDS)
      for (; sent < due; sent++) {
        const values = Array.from({ length: 14 }, (_, i) => (sent + i) % 60)
        publisher.send(
          JSON.stringify({ device: sent % CONTROLLERS, sentAt: performance.timeOrigin + performance.now(), values }),
        )
      }
      if (delays.length >= CONTROLLERS * SECONDS) {
        clearInterval(timer)
        resolve()
      }
    }, 4)
  })
  relay.kill('SIGTERM')
  return delays
}
