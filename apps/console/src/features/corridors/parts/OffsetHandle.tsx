import { modulo } from '@greenwave/controller/cycle'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import type { DiagramLayout } from '../model/diagramLayout.ts'
import styles from './TimeSpaceDiagram.module.css'

interface OffsetHandleProps {
  readonly name: string
  /** The junction's own cycle, and the offset that is shown, seconds. */
  readonly cycle: number
  readonly offset: number
  readonly layout: DiagramLayout
  /** The height of the row. */
  readonly y: number
  readonly onMove: (offset: number) => void
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
}
/** Height of what can be gripped, pixels: a finger hits it. */
const GRIP = 44

/** Moves a junction's row in time: the pointer drags it, the arrow keys move it by a second, the page keys by ten. */
export function OffsetHandle({ name, cycle, offset, layout, y, onMove }: OffsetHandleProps) {
  const t = useTexts('corridors')
  const grip = useRef<{ readonly x: number; readonly offset: number } | null>(null)
  const { left, right, secondsOf } = layout

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'Home' ? -offset : event.key === 'End' ? cycle - 1 - offset : KEY_STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(modulo(offset + step, cycle))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    grip.current = { x: event.clientX, offset }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!grip.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const moved = modulo(grip.current.offset + Math.round(secondsOf(event.clientX - grip.current.x)), cycle)
    if (moved !== offset) onMove(moved)
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.handle}
      style={{ left, top: y - GRIP / 2, width: right - left, height: GRIP }}
      aria-label={t('offsetOf', { name })}
      aria-valuemin={0}
      aria-valuemax={cycle - 1}
      aria-valuenow={offset}
      aria-valuetext={t('offsetValue', { seconds: offset })}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        grip.current = null
      }}
    />
  )
}
