/** @file The records of the sample city before its first start, junction by junction. */
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { parsePhaseNames, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { WAVE_DAY_KEY, type WaveDay, type WavePlanSums } from '@greenwave/contract/records/waves'
import type { PastPart } from '@greenwave/contract/wire/sampleCity'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { PROGRAM_NUMBERS } from '@greenwave/controller/controllerLimits'
import { cycleSeconds, modulo } from '@greenwave/controller/cycle'
import { parseDisplayStyle } from '@greenwave/controller/display'
import { programOf } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { ABILITIES } from '@greenwave/controller/settingTable/table'
import { FULL_AND_FIXED } from '@greenwave/controller/virtual/signalHeads'
import { midnightOf, nextMidnight } from '@greenwave/observer/conformity/days'
import { parseSetStyles } from '@greenwave/observer/replay/recordedStyles'
import { CORRIDORS, corridorContent } from '../corridors.ts'
import { type DemoJunction, earlierSettings, JUNCTIONS } from '../junctions.ts'
import { siteOf } from '../sites.ts'
import { CorridorPlay, type PastBreak } from './CorridorPlay.ts'
import { type PastDay, withStory } from './JunctionPast.ts'
import { type City, type PastFacts, partsOf, waveAlarm } from './pastParts.ts'
import type { PlayedOptions } from './PlayedJunction.ts'
import { copyOf, newPlayer, play, type PlayedDay, type Player } from './playDay.ts'
import { EARLIER_PEAK, type Story, storiesOf, type TimedAct, TUNING } from './stories.ts'

/** The same city has the same past. */
const SEED = 193
const DAY_S = 86_400
const QUARTER_S = 900
/** An incident is cleared so soon after its last act, seconds. */
const OVER_S = 1800

/** The corridor with the green wave. */
const [WAVE] = CORRIDORS
const WAVE_NAMES = new Set(WAVE?.places.map(({ junction }) => junction))

/** Junctions that have a past. */
export const WITH_PAST = JUNCTIONS.filter(({ isAwaited }) => !isAwaited)

/** Yields the records, and undefined now and then, so that other work has its turn. */
export function* pastOf(facts: PastFacts): Generator<PastPart | undefined> {
  yield* wavePast(cityOf(facts))
  for (const junction of WITH_PAST) if (!WAVE_NAMES.has(junction.name)) yield* pastOfJunction(facts, junction)
}

/** Yields the records of a junction that is in no green wave, likewise. */
export function* pastOfJunction(facts: PastFacts, junction: DemoJunction): Generator<PastPart | undefined> {
  const city = cityOf(facts)
  const days = yield* playedDays(city, junction)
  yield* partsOf(city, junction, days)
}

function cityOf(facts: PastFacts): City {
  const stories = storiesOf(SEED).filter(({ daysAgo }) => daysAgo <= facts.days)
  const today = midnightOf(facts.startMs)
  const midnights = [today]
  for (let count = 0; count < facts.days; count += 1) midnights.unshift(midnightOf((midnights[0] ?? today) - 1))
  return { facts, stories, midnights, playedMs: midnightOf(today - 1) }
}

/** Version of a junction's settings on a day. */
function untunedSettings({ name }: DemoJunction, shared: AttributeValues): AttributeValues | undefined {
  const late = TUNING.wasLateBy.get(name)
  if (late !== undefined) return { ...shared, ...offsetsLaterBy(late, shared) }
  return name === EARLIER_PEAK.junction ? { ...shared, P2_MM: EARLIER_PEAK.minuteBefore } : undefined
}

function offsetsLaterBy(seconds: number, shared: AttributeValues): AttributeSet {
  const settings = parseSettings(shared)
  return Object.fromEntries(
    PROGRAM_NUMBERS.flatMap((program) => {
      const cycle = cycleSeconds(programOf(settings, program), settings.clearance)
      const row = offsetRow.at({ program })
      return cycle === 0 ? [] : row.keyNames.map((key) => [key, modulo(Number(shared[key] ?? 0) + seconds, cycle)])
    }),
  )
}

function lastEarlierDay({ name }: DemoJunction): number {
  return TUNING.wasLateBy.has(name) ? TUNING.daysAgo : EARLIER_PEAK.daysAgo
}

/** Returns how a junction is played. */
export function optionsOf(junction: DemoJunction, shared: AttributeValues): PlayedOptions {
  const { abilities = ABILITIES, display = '', actuated, faults = [] } = junction
  const site = siteOf(junction)[SITE_KEY]
  const style = parseDisplayStyle(display)
  return {
    shared,
    abilities,
    heads: {
      display: style ?? FULL_AND_FIXED.display,
      actuated: actuated && { smallest: actuated[0], largest: actuated[1] },
    },
    // Faults that stay began with the first start, except that a controller reports nothing.
    faults: faults.filter((fault) => fault === 'no-report'),
    styles: parseSetStyles(site),
    phaseNames: parsePhaseNames(site),
  }
}

/** Plays each kind of day of a junction once, and its stories. */
function* playedDays(city: City, junction: DemoJunction): Generator<undefined, readonly PastDay[]> {
  const { midnights, playedMs } = city
  const shared = earlierSettings(junction)
  const earlier = untunedSettings(junction, shared)
  const stories = city.stories.filter(({ acts }) => acts.some((act) => act.junction === junction.name))
  const kinds = new Map<string, { readonly played: PlayedDay; readonly copies: ReadonlyMap<number, Player> }>()
  for (const [kind, settings] of [['later', shared] as const, ...(earlier ? [['earlier', earlier] as const] : [])]) {
    const begins = new Set(stories.map((story) => spanOf(story, junction).from))
    const copies = new Map<number, Player>()
    const player = newPlayer(junction.name, optionsOf(junction, settings), playedMs)
    const onQuarter = (second: number) => begins.has(second) && copies.set(second, copyOf(player))
    yield* play([player], { midnightMs: playedMs, from: 0, until: DAY_S, acts: [], onQuarter })
    kinds.set(kind, { played: player.played, copies })
  }
  const days: PastDay[] = []
  for (const [place, midnightMs] of midnights.entries()) {
    const daysAgo = midnights.length - 1 - place
    const shiftMs = midnightMs - playedMs
    const isEarlier = earlier !== undefined && daysAgo >= lastEarlierDay(junction)
    const kind = isEarlier ? 'earlier' : 'later'
    const base = kinds.get(kind)
    const later = kinds.get('later')
    if (!base || !later) continue
    let { played } = base
    let hasStory = false
    if (isEarlier && daysAgo === lastEarlierDay(junction)) {
      // The rest of the day runs the later settings.
      const until = playedMs + EARLIER_PEAK.at * 1000
      played = withStory(played, later.played, until, playedMs + DAY_S * 1000)
      hasStory = true
    }
    for (const story of stories.filter((one) => one.daysAgo === daysAgo)) {
      const { from, until } = spanOf(story, junction)
      const begin = base.copies.get(from)
      if (!begin) continue
      const player = copyOf(begin)
      const acts = actsOf(story, junction)
      yield* play([player], { midnightMs: playedMs, from, until, acts })
      played = withStory(played, player.played, playedMs + from * 1000, playedMs + until * 1000)
      hasStory = true
    }
    days.push({ midnightMs, played, shiftMs, kind: hasStory ? undefined : kind })
  }
  return days
}

function actsOf({ acts }: Story, { name }: DemoJunction): readonly TimedAct[] {
  return acts.filter(({ junction }) => junction === name)
}

/** Returns the quarters of an hour in which a story happens. */
function spanOf(story: Story, junction: DemoJunction): { readonly from: number; readonly until: number } {
  const acts = actsOf(story, junction)
  const [first = 0, last = 0] = [acts[0]?.at, acts.at(-1)?.at]
  return {
    from: Math.floor(first / QUARTER_S) * QUARTER_S,
    until: Math.min(DAY_S, Math.ceil((last + OVER_S) / QUARTER_S) * QUARTER_S),
  }
}

/** The junctions of the green wave are played together, and their wave is evaluated. */
function* wavePast(city: City): Generator<PastPart | undefined> {
  const junctions = WITH_PAST.filter(({ name }) => WAVE_NAMES.has(name))
  const played = new Map<string, WaveDayPlayed>()
  const special = city.stories.filter(({ acts }) => acts.some(({ junction }) => WAVE_NAMES.has(junction)))
  const kindOf = (daysAgo: number): string => {
    if (special.some((story) => story.daysAgo === daysAgo)) return `story ${daysAgo}`
    return daysAgo > TUNING.daysAgo ? 'earlier' : daysAgo === TUNING.daysAgo ? 'tuned' : 'later'
  }
  const kinds = city.midnights.map((midnightMs, place) => ({
    midnightMs,
    kind: kindOf(city.midnights.length - 1 - place),
    isEarlier: city.midnights.length - 1 - place >= TUNING.daysAgo,
    acts: special.find((story) => story.daysAgo === city.midnights.length - 1 - place)?.acts ?? [],
  }))
  for (const { kind, isEarlier, acts } of kinds) {
    if (played.has(kind)) continue
    const tuning = kind === 'tuned' ? tuningActs(junctions) : acts
    played.set(kind, yield* playedWaveDay(city, junctions, isEarlier, tuning))
  }
  for (const junction of junctions) {
    const days = kinds.flatMap(({ kind, midnightMs }): readonly PastDay[] => {
      const day = played.get(kind)?.days.get(junction.name)
      const isPlain = kind === 'earlier' || kind === 'later'
      const shiftMs = midnightMs - city.playedMs
      return day ? [{ midnightMs, played: day, shiftMs, kind: isPlain ? kind : undefined }] : []
    })
    yield* partsOf(city, junction, days)
  }
  const { corridorId } = city.facts
  if (corridorId === undefined) return
  const owner = { entityType: 'ASSET', id: corridorId } as const
  for (const { kind, midnightMs } of kinds.toReversed()) {
    const day = played.get(kind)
    const isOver = nextMidnight(midnightMs) <= city.facts.startMs
    if (!day || !isOver) continue
    const sums: WaveDay = { v: 1, plans: [...day.sums] }
    const value = { ts: midnightMs, values: { [WAVE_DAY_KEY]: sums } }
    const alarms = day.breaks.flatMap((one) => waveAlarm(city, one, midnightMs - city.playedMs) ?? [])
    yield { owner, userId: city.facts.by.id, values: JSON.stringify([value]), alarms }
  }
}

interface WaveDayPlayed {
  readonly days: ReadonlyMap<string, PlayedDay>
  readonly sums: readonly WavePlanSums[]
  readonly breaks: readonly PastBreak[]
}

function* playedWaveDay(
  { playedMs }: City,
  junctions: readonly DemoJunction[],
  isEarlier: boolean,
  acts: readonly TimedAct[],
): Generator<undefined, WaveDayPlayed> {
  const players = junctions.map((junction) => {
    const shared = earlierSettings(junction)
    const earlier = isEarlier ? untunedSettings(junction, shared) : undefined
    return newPlayer(junction.name, optionsOf(junction, earlier ?? shared), playedMs)
  })
  const content = WAVE ? corridorContent(WAVE, (name) => name) : { junctions: [] }
  const corridor = new CorridorPlay(content, players, playedMs)
  const onSecond = (endMs: number) => corridor.tick(endMs)
  yield* play(players, { midnightMs: playedMs, from: 0, until: DAY_S, acts, onSecond })
  return {
    days: new Map(players.map(({ name, played }) => [name, played])),
    sums: corridor.sumsOf(playedMs),
    breaks: corridor.breaks.filter(({ clearedMs }) => clearedMs !== null),
  }
}

/** Junctions whose offsets the rollout changed get them one after the other. */
function tuningActs(junctions: readonly DemoJunction[]): readonly TimedAct[] {
  return tunedJunctions(junctions).map(({ name, at, values }) => {
    return { at, junction: name, act: { do: 'change', values, why: TUNING.why, batch: TUNING.batch } } as const
  })
}

/** Values that the rollout wrote to each junction, and their second of the day. */
export function tunedJunctions(junctions: readonly DemoJunction[] = WITH_PAST) {
  return junctions
    .filter(({ name }) => TUNING.wasLateBy.has(name))
    .map((junction, nth) => {
      const keys = Object.keys(offsetsLaterBy(0, earlierSettings(junction)))
      const values = Object.fromEntries(keys.map((key) => [key, Number(earlierSettings(junction)[key] ?? 0)]))
      return { name: junction.name, at: TUNING.at + nth * 240, values }
    })
}
