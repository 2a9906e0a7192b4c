import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { positionFromLamps } from '../../../data/device/street/cyclePosition.ts'
import {
  followingOf,
  NOTHING_OBSERVED,
  observeAttributes,
  observeTelemetry,
} from '../../../data/device/street/observedStreet.ts'
import { SHARED } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { StreetTiming } from './StreetTiming.tsx'

const SETTINGS = parseSettings(SHARED)
const CYCLE = 80
const IN_EFFECT = { program: programOf(SETTINGS, 1), clearance: SETTINGS.clearance }

const timed = (values: Readonly<Record<string, unknown>>, ts: number): TimedValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts, value }]))

/** 06:00 in the controllers' zone, when plan 1 has run for half an hour. Epoch milliseconds. */
const SIX = Date.UTC(2026, 2, 4, 23)

/**
 * Returns what is observed of a controller that runs `settings` for some seconds, while it reports that program 1 is in
 * effect with the times of `SHARED`. Its cycles are counted from the first second.
 */
function watched(settings: ControllerSettings, seconds: number) {
  const client = timed({ ...SHARED, Plan: 1, Program: 1 }, SIX - 7_200_000)
  let observed = observeAttributes(NOTHING_OBSERVED, client, client, SIX)
  let state: EngineState | null = null
  for (let second = 0; second < seconds; second++) {
    state = step(state, settings, 6 * 3600 + second)
    observed = observeTelemetry(observed, timed(writeLamps(state.lamps), SIX + second * 1000))
  }
  const lamps = state?.lamps ?? [NO_LAMPS, NO_LAMPS, NO_LAMPS]
  return {
    inEffect: IN_EFFECT,
    following: followingOf(observed),
    position: positionFromLamps(IN_EFFECT.program, IN_EFFECT.clearance, lamps),
  }
}

const NO_LAMPS = { red: undefined, yellow: undefined, green: undefined }

describe('the running program beside the street', () => {
  it('has the cursor where the countdowns stand, and what was observed of green and cycle in words', () => {
    renderPart(<StreetTiming {...watched(SETTINGS, 3 * CYCLE + 6)} live />)
    expect(document.querySelector('[data-cursor]')).toHaveAttribute('data-cursor', '5')
    expect(screen.getByText('Observed: Phase 1 30 s · Phase 2 20 s · Phase 3 15 s · cycle 80 s')).toBeVisible()
    expect(screen.queryByText(/differs|do not follow/)).not.toBeInTheDocument()
  })

  it('has no cursor while the lamps are not live', () => {
    renderPart(<StreetTiming {...watched(SETTINGS, CYCLE)} live={false} />)
    expect(document.querySelector('[data-cursor]')).toBeNull()
  })

  it('names a green and a cycle that last longer or shorter than programmed, with both lengths', () => {
    const longer = parseSettings({ ...SHARED, Pr1_X3: 20 })
    renderPart(<StreetTiming {...watched(longer, 4 * 85)} live />)
    const words = screen.getByText(/^The signals differ from the program/).textContent
    expect(words).toContain('phase 3 is green for 20 s instead of 15 s')
    expect(words).toContain('phase 1 comes every 85 s instead of 80 s')
    expect(words).not.toContain('phase 1 is green')
  })

  it('names an actuated green beyond its limits, with both', () => {
    const beyond = { what: 'limits', phases: [1], seconds: 60, smallest: 8, largest: 40 } as const
    const following = { observed: null, deviations: [beyond] }
    renderPart(<StreetTiming {...watched(SETTINGS, 1)} following={following} position={{ kind: 'unknown' }} live />)
    expect(screen.getByText(/^The signals differ from the program/)).toHaveTextContent(
      'phase 1 is green for 60 s instead of 8–40 s',
    )
  })

  it('says that the lamps are changing over, and only after a cycle that they do not follow', () => {
    const swapped = parseSettings({ ...SHARED, Start_Pr1_X1: 25, Start_Pr1_X2: 0 })
    const { rerender } = renderPart(<StreetTiming {...watched(swapped, CYCLE / 2)} live />)
    expect(screen.getByText('The lamps are changing over to program 1.')).toBeVisible()
    rerender(<StreetTiming {...watched(swapped, 4 * CYCLE)} live />)
    expect(screen.getByText(/^The lamps do not follow program 1: /)).toBeVisible()
  })
})
