import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Topic } from './glossary.ts'
import { TopicText } from './TopicText.tsx'
import styles from './TopicNote.module.css'

/** Distance of a note from the edges of the window, and from its word, pixels. */
const EDGE = 8
const GAP = 4

interface TopicNoteProps {
  readonly id: string
  readonly topic: Topic
  /** Word below which the note is shown. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/**
 * The note of a term or an incident, below its word or above it. It stays while the pointer is on it; Escape and a press
 * elsewhere close it. It is placed without Mantine's `Popover`, which each page with a term would load.
 */
export function TopicNote({ id, topic, anchor, onClose }: TopicNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      if (!note.current || !anchor.current) return
      const { left, top, bottom } = anchor.current.getBoundingClientRect()
      const { width, height } = note.current.getBoundingClientRect()
      const fitsBelow = bottom + GAP + height <= window.innerHeight - EDGE
      const rightmost = window.innerWidth - EDGE - width
      note.current.style.left = `${Math.max(EDGE, Math.min(left, rightmost))}px`
      note.current.style.top = `${Math.max(EDGE, fitsBelow ? bottom + GAP : top - GAP - height)}px`
    }
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [anchor])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const stopped = new AbortController()
    const options = { capture: true, signal: stopped.signal }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Only the note is closed, not the dialog or the wall around it.
      event.stopPropagation()
      close()
    }
    const press = ({ target }: PointerEvent) => {
      const inside = target instanceof Node && [note, anchor].some(({ current }) => current?.contains(target))
      if (!inside) close()
    }
    // A press on the note leaves the focus on its word.
    note.current?.addEventListener('mousedown', (event) => event.preventDefault(), options)
    window.addEventListener('keydown', leave, options)
    window.addEventListener('pointerdown', press, options)
    return () => stopped.abort()
  }, [anchor])
  return createPortal(
    <div ref={note} id={id} className={styles.note} role="tooltip">
      <TopicText topic={topic} />
    </div>,
    document.body,
  )
}
