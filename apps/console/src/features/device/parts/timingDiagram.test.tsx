import type { PerPhase } from '@greenwave/controller/controllerLimits'
import { retime } from '@greenwave/controller/retime'
import type { PhaseTiming } from '@greenwave/controller/settings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { TimingDiagram } from './TimingDiagram.tsx'
import { TimingEditor } from './TimingEditor.tsx'

const CLEARANCE = { yellow: 3, redClearance: 2 }
const phasesOf = (greens: readonly number[], starts: readonly number[]): PerPhase<PhaseTiming> =>
  programRow.at({ program: 1 }).read(
    Object.fromEntries(
      greens.flatMap((green, i) => [
        [`Pr1_X${i + 1}`, green],
        [`Start_Pr1_X${i + 1}`, starts[i]],
      ]),
    ),
  ).phases
const EXAMPLE = phasesOf([30, 20, 15], [0, 35, 60])

/**
 * Returns the segments of a phase's bar as `kind from-to` in seconds of the axis, computed from where they are drawn.
 */
function drawn(figure: HTMLElement, phase: number, axis: number): string[] {
  const bar = figure.querySelector(`[data-phase="${phase}"]`)
  const seconds = (text: string) => Math.round(Number.parseFloat(text) * axis * 100) / 10_000
  return [...(bar?.querySelectorAll<HTMLElement>('[data-kind]') ?? [])].map(({ dataset, style }) => {
    const from = seconds(style.left)
    return `${dataset.kind} ${from}-${from + seconds(style.width)}`
  })
}

describe('the timing diagram', () => {
  it('draws three bars to scale: green, yellow, all-red, red', () => {
    renderPart(<TimingDiagram program={1} phases={EXAMPLE} clearance={CLEARANCE} />)
    const figure = screen.getByRole('figure', { name: 'Timing of program 1, cycle 80 s' })
    expect(drawn(figure, 1, 80)).toEqual(['green 0-30', 'yellow 30-33', 'allRed 33-35', 'red 35-80'])
    expect(drawn(figure, 2, 80)).toEqual(['red 0-35', 'green 35-55', 'yellow 55-58', 'allRed 58-60', 'red 60-80'])
    expect(drawn(figure, 3, 80)).toEqual(['red 0-60', 'green 60-75', 'yellow 75-78', 'allRed 78-80'])
    expect(figure).toHaveTextContent('80 s')
  })

  it('is shown in words', () => {
    renderPart(<TimingDiagram program={1} phases={phasesOf([30, 20, 0], [0, 33, 0])} clearance={CLEARANCE} />)
    expect(screen.getByRole('figure')).toHaveAccessibleDescription(
      'Phase 1: green 0–30 s, yellow to 33 s, all-red to 35 s, else red. ' +
        'Phase 2: green 33–53 s, yellow to 56 s, all-red to 58 s, else red. ' +
        'Phase 3: red all the time. ' +
        'Phases 1 and 2 overlap from 33 s to 35 s.',
    )
  })

  it('hatches where two phases claim the road, on both their bars', () => {
    renderPart(<TimingDiagram program={1} phases={phasesOf([30, 20, 15], [0, 33, 60])} clearance={CLEARANCE} />)
    const figure = screen.getByRole('figure')
    expect(drawn(figure, 1, 80)).toContain('overlap 33-35')
    expect(drawn(figure, 2, 80)).toContain('overlap 33-35')
    expect(drawn(figure, 3, 80).join()).not.toContain('overlap')
  })

  it('has a cursor where the street stands, and none when nobody knows', () => {
    const { rerender } = renderPart(<TimingDiagram program={1} phases={EXAMPLE} clearance={CLEARANCE} cursor={20} />)
    const cursor = () => document.querySelector<HTMLElement>('[data-cursor]')
    expect(cursor()).toHaveTextContent('20 s')
    expect(cursor()?.style.left).toBe('25%')
    rerender(<TimingDiagram program={1} phases={EXAMPLE} clearance={CLEARANCE} />)
    expect(cursor()).toBeNull()
  })

  it('of a program without green says what the lamps do', () => {
    renderPart(<TimingDiagram program={1} phases={phasesOf([0, 0, 0], [0, 0, 0])} clearance={CLEARANCE} />)
    expect(screen.queryByRole('figure')).not.toBeInTheDocument()
    expect(screen.getByText('No phase has a green: the lamps flash yellow.')).toBeVisible()
  })
})

function Editor({ disabled = false, onMoved }: { disabled?: boolean; onMoved: (phases: unknown) => void }) {
  const [phases, setPhases] = useState(EXAMPLE)
  return (
    <TimingEditor
      program={1}
      phases={phases}
      clearance={CLEARANCE}
      disabled={disabled}
      onEdit={(edit) => {
        const { phases: next = phases } = retime(phases, CLEARANCE, edit, { kind: 'free' })
        onMoved(next)
        setPhases(next)
      }}
    />
  )
}

describe('the edges of the greens', () => {
  const edge = (phase: number, which: 'start' | 'end') =>
    screen.getByRole('slider', { name: `Phase ${phase}: ${which} of green` })

  it.each([
    ['{ArrowRight}', 1],
    ['{ArrowUp}', 1],
    ['{ArrowLeft}', -1],
    ['{ArrowDown}', -1],
    ['{PageUp}', 5],
    ['{PageDown}', -5],
  ])('are moved by %s: %i s', async (key, by) => {
    const onMoved = vi.fn()
    renderPart(<Editor onMoved={onMoved} />)
    expect(screen.getAllByRole('slider')).toHaveLength(6)
    edge(2, 'start').focus()
    await userEvent.keyboard(key)
    expect(onMoved).toHaveBeenLastCalledWith(phasesOf([30, 20, 15], [0, 35 + by, 60]))
    expect(edge(2, 'start')).toHaveAttribute('aria-valuenow', String(35 + by))
    edge(3, 'end').focus()
    await userEvent.keyboard(key)
    expect(onMoved).toHaveBeenLastCalledWith(phasesOf([30, 20, 15 + by], [0, 35 + by, 60]))
    expect(edge(3, 'end')).toHaveAttribute('aria-valuetext', `second ${75 + by}`)
  })

  it('do not leave the range, and take no other key', async () => {
    const onMoved = vi.fn()
    renderPart(<Editor onMoved={onMoved} />)
    edge(1, 'start').focus()
    await userEvent.keyboard('a{Enter}{Home}')
    expect(onMoved).not.toHaveBeenCalled()
    await userEvent.keyboard('{ArrowLeft}')
    expect(onMoved).toHaveBeenLastCalledWith(EXAMPLE)
  })

  it('are not there while nothing may be changed', () => {
    renderPart(<Editor disabled onMoved={vi.fn()} />)
    expect(within(screen.getByRole('figure')).queryByRole('slider')).not.toBeInTheDocument()
  })
})
