import { PROGRAM_VALUE_RANGE } from '@greenwave/controller/limits'
import type { PhaseTiming } from '@greenwave/controller/settings'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { type Edge, edgeSecond } from '../model/moveEdge.ts'
import styles from './TimingDiagram.module.css'

interface EdgeHandleProps {
  readonly edge: Edge
  readonly label: string
  readonly timing: PhaseTiming
  readonly axisSeconds: number
  /** Called with the second to which the user moves the edge. The caller limits it to the range. */
  readonly onMove: (second: number) => void
  readonly onGrab: () => void
  readonly onRelease: () => void
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
}

/**
 * A handle for one edge of a green. The pointer drags it, the arrow keys move it by one second, the page keys by five.
 */
export function EdgeHandle({ edge, label, timing, axisSeconds, onMove, onGrab, onRelease }: EdgeHandleProps) {
  const t = useTexts('device')
  const second = edgeSecond(timing, edge)

  function onKeyDown(event: KeyboardEvent) {
    const step = KEY_STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(second + step)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    event.preventDefault()
    onGrab()
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const bar = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!bar || bar.width === 0) return
    const pointed = Math.round(((event.clientX - bar.left) / bar.width) * axisSeconds)
    if (pointed !== second) onMove(pointed)
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.handle}
      style={{ left: `${(second * 100) / axisSeconds}%` }}
      aria-label={label}
      aria-valuemin={edge === 'start' ? PROGRAM_VALUE_RANGE.min : timing.start}
      aria-valuemax={edge === 'start' ? PROGRAM_VALUE_RANGE.max : timing.start + PROGRAM_VALUE_RANGE.max}
      aria-valuenow={second}
      aria-valuetext={t('diagram.handleValue', { second })}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onRelease}
    />
  )
}
