/** What a tape shows of virtual controllers with random settings, faults, gaps and clock steps, against what they sent. */
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { rounds } from '@greenwave/harness/rounds'
import { plainValues } from '@greenwave/observer/inEffect'
import { litLamps } from '@greenwave/observer/lit'
import { hasLamp, type Message } from '@greenwave/observer/sample'
import type { History, Input } from '@greenwave/observer/testing/history'
import { record } from '@greenwave/observer/testing/record'
import { NO_PROGRAM, programmedGreens } from '@greenwave/observer/replay/programmed'
import { litOf, QUARTER_SECONDS, type Quarter, quartersIn, secondOf } from '@greenwave/observer/replay/quarter'
import { rebuiltQuarter } from '@greenwave/observer/replay/rebuiltQuarter'
import { LEAD_MS, sampledQuarter, TRAIL_MS } from '@greenwave/observer/replay/sampledQuarter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyMixture, tell } from './testing/mixtures.ts'
import { ObservedController } from './testing/observedController.ts'

/** Of two messages of one time a platform keeps the later one. */
function keptMessages(history: History): readonly Message[] {
  const messages = history.flatMap((input) => (input.kind === 'message' ? [input.message] : []))
  return [...new Map(messages.map((message) => [message.ts, message])).values()].sort((a, b) => a.ts - b.ts)
}

function sampledQuarters(messages: readonly Message[]): readonly Quarter[] {
  const [first, last] = [messages[0]?.ts ?? 0, messages.at(-1)?.ts ?? 0]
  return quartersIn(first, last + 1).flatMap((startMs) => {
    const untilMs = startMs + QUARTER_SECONDS * 1000 + TRAIL_MS
    return (
      sampledQuarter(
        startMs,
        messages.filter(({ ts }) => ts >= startMs - LEAD_MS && ts < untilMs),
      ) ?? []
    )
  })
}

const eachSecond = (quarters: readonly Quarter[]) =>
  quarters.flatMap((quarter) =>
    Array.from({ length: QUARTER_SECONDS }, (_, index) => secondOf(quarter, quarter.startMs + index * 1000)),
  )

const SEEDED = { seed: 12, numRuns: rounds({ few: 20, all: 300 }) }
const LONG = { timeout: rounds({ few: 60_000, all: 1_200_000 }) }

test(
  'every second of a tape shows what the controller sent in it, or no data; nothing that was sent is missing',
  LONG,
  () => {
    fc.assert(
      fc.property(anyMixture, (mixture) => {
        const messages = keptMessages(tell(mixture))
        const bySecond = new Map(messages.map((message) => [Math.floor(message.ts / 1000), message]))
        for (const { atMs, source, counts, clockMs, takenMs } of eachSecond(sampledQuarters(messages))) {
          const sent = bySecond.get(atMs / 1000)
          if (!sent || !hasLamp(sent.counts)) expect([atMs, source]).toEqual([atMs, null])
          else expect([atMs, counts, clockMs, takenMs]).toEqual([atMs, sent.counts, sent.clockMs, sent.ts])
        }
      }),
      SEEDED,
    )
  },
)

test('every second that is rebuilt from a record shows lamps that were sent in it, or no data', LONG, () => {
  fc.assert(
    fc.property(anyMixture, (mixture) => {
      const history = tell(mixture)
      // Samples that come late can contradict others of their second, of which the record has the first.
      const sent = new Set(
        history.map((input) =>
          input.kind === 'message' ? `${Math.floor(input.message.ts / 1000)} ${litLamps(input.message.counts)}` : '',
        ),
      )
      for (const { atMs, source, lit } of eachSecond(record(history).map(rebuiltQuarter))) {
        if (source !== null) expect([atMs, sent.has(`${atMs / 1000} ${lit}`)]).toEqual([atMs, true])
      }
    }),
    SEEDED,
  )
})

test('the greens of the program are those of a controller that does what its settings say', () => {
  const start = Date.UTC(2026, 10, 22, 17) / 1000
  fc.assert(
    fc.property(anyMixture, fc.integer({ min: -40, max: 40 }), ({ settings, ...mixture }, ahead) => {
      const history: Input[] = []
      const shared = tellSettings({ settings, ...mixture })
      const controller = new ObservedController(shared, start + mixture.start, (input) => history.push(input))
      controller.setFaults(`clock-off:${ahead}`)
      controller.push({ Mode: 4 })
      // The first cycle may have begun with other settings.
      controller.run(1200)
      const messages = keptMessages(history)
      const fromMs = (start + mixture.start + 1000) * 1000
      const known = parseSettings({ ...shared, Mode: 4 })
      for (const quarter of sampledQuarters(messages)) {
        const inForce = { settings: [{ fromMs: 0, settings: known }], plans: [], modes: [] }
        const programmed = programmedGreens(quarter.startMs, quarter.clockMs, inForce)
        quarter.lamps.forEach((packed, index) => {
          if (quarter.startMs + index * 1000 < fromMs || packed === 0 || programmed[index] === NO_PROGRAM) return
          const lit = litOf(packed)
          const greens = [0, 1, 2].reduce((bits, phase) => bits | (((lit >> (3 * phase + 2)) & 1) << phase), 0)
          expect([index, programmed[index]]).toEqual([index, greens])
        })
      }
    }),
    { seed: 12, numRuns: rounds({ few: 8, all: 100 }) },
  )
})

function tellSettings(mixture: Parameters<typeof tell>[0]): Record<string, number> {
  const first = tell({ ...mixture, chapters: [] }).find((input) => input.kind === 'attributes')
  if (first?.kind !== 'attributes') throw new Error('a controller that connects reports')
  return Object.fromEntries(
    Object.entries(plainValues(first.attributes.shared)).map(([key, value]) => [key, Number(value)]),
  )
}
