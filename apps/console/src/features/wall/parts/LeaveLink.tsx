import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { KeyHint } from '../../../ui/page/KeyHint.tsx'
import { usePointerMoved } from '../../../ui/page/usePointerMoved.ts'
import styles from './LeaveLink.module.css'

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
