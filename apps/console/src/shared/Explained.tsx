import { type ReactNode, useId, useRef, useState } from 'react'
import { lazyPart } from '../ui/states/lazyPart.tsx'
import { PartLoading } from '../ui/states/PartLoading.tsx'
import styles from './Explained.module.css'
import type { GlossaryTerm, Topic } from './glossary.ts'

const TopicNote = lazyPart(async () => (await import('./TopicNote.tsx')).TopicNote, 'monitoring')

/** Time in which the pointer may cross from a word to its note, milliseconds. */
const CROSSING_MS = 200

/** A word that explains a term of the glossary on hover, focus and touch. Not for use inside a button, a link or a label. */
export function Term({ of, children }: { readonly of: GlossaryTerm; readonly children: ReactNode }) {
  return <Explained topic={{ kind: 'term', term: of }}>{children}</Explained>
}

/** A word that explains a topic on hover, focus and touch, in a note that is loaded on demand. */
export function Explained({ topic, children }: { readonly topic: Topic; readonly children: ReactNode }) {
  const [shown, setShown] = useState<'passing' | 'pinned' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const showPassing = () => {
    clearTimeout(leaving.current)
    setShown((now) => now ?? 'passing')
  }
  const close = () => setShown(null)
  return (
    <span
      className={styles.place}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && showPassing()}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'mouse') return
        leaving.current = setTimeout(() => setShown((now) => (now === 'passing' ? null : now)), CROSSING_MS)
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.term}
        aria-expanded={shown !== null}
        aria-describedby={shown === null ? undefined : id}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && showPassing()}
        onBlur={close}
        onClick={() => setShown((now) => (now === 'pinned' ? null : 'pinned'))}
      >
        {children}
      </button>
      {shown !== null && (
        <PartLoading failed={null}>
          <TopicNote id={id} topic={topic} anchor={button} onClose={close} />
        </PartLoading>
      )}
    </span>
  )
}
