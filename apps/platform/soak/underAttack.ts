import { Worker } from 'node:worker_threads'
import type { AttackName } from './attacks.ts'
import type { AttackOptions, Counts, Target } from './scene/attack.ts'
import { type ProbeFigures, prepareProbe } from './scene/probe.ts'
import type { Held, Soak } from './scene/soakRow.ts'
import { withPlatform } from './scene/withPlatform.ts'

const MOST_RESIDENT_MB = 700
const LONGEST_WAIT_MS = 500
const START_MS = 5_000

/**
 * For attacks that would take all handles, the platform gets the usual limit of a system that nobody has configured.
 */
const HANDLES: Partial<Record<AttackName, number>> = {
  halfSentRequests: 1_024,
  silentSockets: 1_024,
  silentControllers: 1_024,
}

/**
 * Returns the soak of an attack: another user is served meanwhile, the memory stays limited, and a killed platform
 * starts again afterwards.
 */
export function underAttack(name: AttackName): Soak {
  return ({ seconds }) =>
    withPlatform(
      async (platform, target) => {
        const probe = await prepareProbe(target, platform.pid())
        const attack = startAttack(name, target, { seconds })
        await attack.prepared
        probe.begin()
        const counts = await attack.counts
        const figures = await probe.stop()
        return { counts, held: [...heldOf(counts, figures), await startsAgain(platform)] }
      },
      { mostHandles: HANDLES[name] },
    )
}

/**
 * Runs an attack in its own thread. An attack that ends without counts, because the platform failed, is reported as
 * broken off.
 */
function startAttack(name: AttackName, target: Target, options: AttackOptions) {
  const thread = new Worker(new URL('./attackThread.ts', import.meta.url), { workerData: { name, target, options } })
  const prepared = Promise.withResolvers<void>()
  const counted = Promise.withResolvers<Counts>()
  thread.on('message', (message: 'prepared' | Counts) => {
    if (message === 'prepared') prepared.resolve()
    else counted.resolve(message)
  })
  thread.on('error', () => {})
  thread.on('exit', () => {
    prepared.resolve()
    counted.resolve({ 'attack broken off': 1 })
  })
  return { prepared: prepared.promise, counts: counted.promise }
}

function heldOf(
  { missing, 'newcomers refused': refused }: Counts,
  { waits, failures, mostResidentMb = Number.NaN }: ProbeFigures,
): Held[] {
  const longest = Object.entries(waits).map(
    ([name, own]) => [name, own.reduce((most, ms) => Math.max(most, ms), 0)] as const,
  )
  const each = longest.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(', ')
  const count = Object.values(waits).reduce((all, own) => all + own.length, 0)
  return [
    {
      promise: `memory stays under ${MOST_RESIDENT_MB} MB`,
      figure: `${Math.round(mostResidentMb)} MB`,
      kept: mostResidentMb < MOST_RESIDENT_MB,
    },
    {
      promise: `nobody else waits over ${LONGEST_WAIT_MS} ms`,
      figure: `${each} ms (n=${count})`,
      kept: longest.every(([, ms]) => ms <= LONGEST_WAIT_MS),
    },
    { promise: 'everybody else is answered', figure: `${failures} failures`, kept: failures === 0 },
    ...(refused === undefined
      ? []
      : [{ promise: 'newcomers are served', figure: `${refused} refused`, kept: refused === 0 }]),
    ...(missing === undefined
      ? []
      : [{ promise: 'what was acknowledged is stored', figure: `${missing} missing`, kept: missing === 0 }]),
  ]
}

async function startsAgain(platform: { kill(): Promise<void>; restart(): Promise<void> }): Promise<Held> {
  await platform.kill()
  const start = performance.now()
  const why = await platform.restart().then(() => undefined, String)
  const took = Math.round(performance.now() - start)
  const figure = why === undefined ? `${took} ms` : why.split('\n')[0]
  return {
    promise: `answers within ${START_MS} ms of a start after a kill`,
    figure: figure ?? '',
    kept: why === undefined && took <= START_MS,
  }
}
