import { UnstyledButton } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import styles from './FindButton.module.css'
import type { Opening } from './FindPalette.tsx'
import type { NavPage } from './navPages.ts'
import { TypedAhead } from './TypedAhead.tsx'

/** Loaded with its texts when the user is about to open it. */
const FindPalette = lazyPart(async () => (await import('./FindPalette.tsx')).FindPalette, 'admin')

/** Whether the keyboard has a Command key. */
const IS_APPLE = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/**
 * The button of the top bar that finds anything. Ctrl-K or Cmd-K does the same on every page, also in a field.
 *
 * @param props.pages the pages of the top bar, which the palette offers too
 * @param props.onHelp opens the shortcuts and terms
 */
export function FindButton({ pages, onHelp }: { pages: readonly NavPage[]; onHelp: () => void }) {
  const t = useTexts('common', 'shell')
  /** Each opening has an object of its own; undefined until the first. */
  const [opening, setOpening] = useState<Opening | null>()
  /** The opening whose palette has the focus, and with it what was typed before. */
  const [arrived, setArrived] = useState<Opening>()
  const ahead = useRef<HTMLInputElement>(null)
  const open = () => setOpening({ opener: document.activeElement })
  const close = () => {
    // The palette returns the focus automatically once it has loaded.
    if (opening && opening !== arrived && opening.opener instanceof HTMLElement) {
      opening.opener.focus({ preventScroll: true })
    }
    setOpening(null)
  }
  const takeTyped = () => {
    const typed = ahead.current?.value ?? ''
    if (opening) setArrived(opening)
    return typed
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
    // In a browser it would focus the search of the web.
    event.preventDefault()
    if (opening) close()
    // A dialog with what was typed into it comes first.
    else if (!document.querySelector('[aria-modal=true]')) open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return (
    <>
      <UnstyledButton
        className={styles.button ?? ''}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void FindPalette.preload()}
        onFocus={() => void FindPalette.preload()}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <span className={styles.words}>{t('find')}</span>
        <span className={styles.keys} aria-hidden="true">
          {IS_APPLE ? '⌘ K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      {opening && opening !== arrived && <TypedAhead ref={ahead} onDismiss={close} />}
      {opening !== undefined && (
        <Suspense fallback={null}>
          <FindPalette opening={opening} onClose={close} pages={pages} onHelp={onHelp} takeTyped={takeTyped} />
        </Suspense>
      )}
    </>
  )
}
