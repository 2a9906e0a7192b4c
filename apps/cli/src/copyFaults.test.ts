/** @file Copying a city while platforms and networks fail, over real HTTP through a front that makes them fail. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { ApiError } from '@greenwave/client/callErrors'
import { addressOf } from '@greenwave/client/callRequest'
import { Api } from '@greenwave/harness/api'
import { startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { rounds } from '@greenwave/harness/rounds'
import { CopiedIds } from '@greenwave/transfer/copy/copiedIds'
import { CopyBrokenOffError, copyPlatform } from '@greenwave/transfer/copy/copyPlatform'
import { openSide } from '@greenwave/transfer/copy/openSide'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asCopied, makeCity, fetchCity } from './testing/copiedCity.ts'
import { type FaultyFront, startFaultyFront } from './testing/faultyFront.ts'

/** The platform with the city that is copied. */
let target: PlatformProcess
let front: FaultyFront
/** The pauses that were taken, milliseconds; the clock is ahead by all of them. */
let pauses: number[]

const { junctions, kills } = { junctions: rounds({ few: 12, all: 500 }), kills: rounds({ few: 2, all: 10 }) }
const apiOf = ({ url, adminPassword }: PlatformProcess) => Api.signIn(url, ADMIN_EMAIL, adminPassword)

const source = systemOfTests(await startPlatformProcess())
await makeCity(await apiOf(source), junctions)
beforeEach(async () => {
  pauses = []
  target = await startPlatformProcess()
  front = await startFaultyFront(target.url)
})
afterEach(async () => {
  await front.stop()
  await target.stop()
})

const wait = async (ms: number) => void pauses.push(ms)
const nowMs = () => Date.now() + pauses.reduce((sum, ms) => sum + ms, 0)

/** Copies, and resolves with what was said of the entries that were neither copied nor there. */
async function copy(toUrl: string): Promise<string[]> {
  // All platforms of the harness have the same password.
  const open = (url: string) => openSide({ url, user: ADMIN_EMAIL, password: source.adminPassword }, { nowMs, wait })
  const said: string[] = []
  const context = {
    ...{ from: await open(source.url), to: await open(toUrl), ids: new CopiedIds(), wait },
    ...{ isDryRun: false, isOverwriting: false },
  }
  await copyPlatform(context, {
    onOutcome(_, name, outcome) {
      if (outcome.state === 'failed') said.push(`${name}: ${outcome.why}`)
      if (outcome.state === 'conflict') said.push(`${name}: ${outcome.fields.join()}`)
    },
    onProgress: () => undefined,
    onLink: () => undefined,
  })
  return said
}

describe('copying through failures', { timeout: rounds({ few: 120_000, all: 600_000 }) }, () => {
  test('waits as long as a platform wants, and repeats what failed, broke off or lost its answer, without doubling anything', async () => {
    // Few, and each call once: an entity of which five calls fail is given up, as it should be.
    const failed = new Map<string, string>()
    front.failing(({ nth, method, path }) => {
      if (nth === 7) return { status: 429, headers: { 'Retry-After': '7' }, body: '{"status":429}' }
      const kind = { 1: 'lost answer', 2: 'cut', 3: 'not ready' }[nth % 41]
      if (kind === undefined || failed.has(method + path)) return undefined
      failed.set(method + path, kind)
      if (kind === 'lost answer') return { status: 500, isAfter: true }
      return kind === 'cut' ? 'cut' : { status: 503, body: '<html>no</html>' }
    })
    expect(await copy(front.url)).toEqual([])
    expect(new Set(failed.values()).size).toBe(3)
    expect(pauses.some((ms) => ms > 6_000 && ms <= 7_000)).toBe(true)
    expect(await fetchCity(await apiOf(target))).toBe(asCopied(await fetchCity(await apiOf(source))))
  })

  test('signs in again when its token is no longer taken', async () => {
    let old = ''
    front.failing(({ nth, token }) => {
      if (nth === 20) old = token
      const isOver = nth >= 20 && token !== '' && token === old
      return isOver ? { status: 401, body: '{"status":401,"errorCode":11,"message":"Token has expired"}' } : undefined
    })
    expect(await copy(front.url)).toEqual([])
    expect(old).not.toBe('')
    expect(await fetchCity(await apiOf(target))).toBe(asCopied(await fetchCity(await apiOf(source))))
  })

  test('gives up a platform that goes on to fail, and one that is gone, and goes on when it is begun again', async () => {
    front.failing(({ path }) => (path === addressOf('saveDeviceWithCredentials') ? { status: 500 } : undefined))
    await expect(copy(front.url)).rejects.toThrow(/refused: .*500/)
    front.failing(({ nth }) => (nth > 25 ? 'cut' : undefined))
    const gone = { name: CopyBrokenOffError.name, message: expect.stringContaining(`${front.url} does not answer`) }
    await expect(copy(front.url)).rejects.toMatchObject(gone)
    front.failing(() => undefined)
    expect(await copy(front.url)).toEqual([])
    expect(await fetchCity(await apiOf(target))).toBe(asCopied(await fetchCity(await apiOf(source))))
  })

  test('does not begin with a wrong password, and says what the platform said', async () => {
    const account = { url: front.url, user: ADMIN_EMAIL, password: 'wrong' }
    await expect(openSide(account, { nowMs, wait })).rejects.toThrow(ApiError)
    expect(pauses).toEqual([])
  })
})

describe('a copying that is killed', () => {
  test(
    'and begun again makes the same as one that is not',
    async () => {
      const args = ['copy', '--from', source.url, '--to', front.url, '--links', '/dev/null/never']
      const env = {
        ...{ GREENWAVE_FROM_USER: ADMIN_EMAIL, GREENWAVE_TO_USER: ADMIN_EMAIL },
        ...{ GREENWAVE_FROM_PASSWORD: source.adminPassword, GREENWAVE_TO_PASSWORD: target.adminPassword },
      }
      const moments: number[] = []
      while (moments.length < kills) {
        // The later ones are spent on what is there already, until all is.
        const moment = Math.ceil(((moments.length + Math.random()) / kills) * junctions * 4)
        const killed = startGreenwave(args, env)
        front.failing(({ nth }) => {
          if (nth === moment) killed.signal('SIGKILL')
          return undefined
        })
        await killed.ended
        moments.push(moment)
      }
      front.failing(() => undefined)
      expect(await copy(front.url), `killed at the calls ${moments.join()}`).toEqual([])
      const whole = asCopied(await fetchCity(await apiOf(source)))
      expect(await fetchCity(await apiOf(target)), `killed at the calls ${moments.join()}`).toBe(whole)
    },
    rounds({ few: 180_000, all: 900_000 }),
  )
})
