import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { KeyHint } from '../../../ui/page/KeyHint.tsx'
import styles from './LeaveLink.module.css'

/** For how long the link stays after the pointer was moved, milliseconds. */
const SHOWN_MS = 5000

/** The way back to the page, which appears when the pointer is moved. Escape leads there at once. */
export function LeaveLink() {
  const t = useTexts('monitoring', 'wall')
  const navigate = useNavigate()
  const shown = usePointerMoved()
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') void navigate({ to: '/now', search: {} })
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [navigate])
  return (
    <Link
      to="/now"
      search={{}}
      className={styles.leave ?? ''}
      aria-keyshortcuts="Escape"
      data-shown={shown || undefined}
    >
      {t('leave')} <KeyHint>(Esc)</KeyHint>
    </Link>
  )
}

/** Returns whether the pointer was moved or the screen was touched a moment ago. */
function usePointerMoved(): boolean {
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      setMoved(true)
      clearTimeout(timer)
      timer = setTimeout(() => setMoved(false), SHOWN_MS)
    }
    window.addEventListener('pointermove', note)
    window.addEventListener('pointerdown', note)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', note)
      window.removeEventListener('pointerdown', note)
    }
  }, [])
  return moved
}
