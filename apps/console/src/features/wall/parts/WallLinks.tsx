import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { KeyHint } from '../../../ui/page/KeyHint.tsx'
import { usePointerMoved } from '../../../ui/page/usePointerMoved.ts'
import styles from './WallLinks.module.css'

/**
 * The way back to the page, and to the wall with or without a map; both appear when the pointer is moved. Escape and M
 * lead there at once.
 */
export function WallLinks({ showsMap }: { showsMap: boolean }) {
  const t = useTexts('incidents', 'wall')
  const navigate = useNavigate()
  const shown = usePointerMoved()
  useEffect(() => {
    const go = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) return
      if (key === 'Escape') void navigate({ to: '/now', search: {} })
      if (key === 'm' || key === 'M') void navigate({ to: '/now', search: otherWall(showsMap), replace: true })
    }
    window.addEventListener('keydown', go)
    return () => window.removeEventListener('keydown', go)
  }, [navigate, showsMap])
  return (
    <div className={styles.links} data-shown={shown || undefined}>
      <Link to="/now" search={otherWall(showsMap)} replace aria-keyshortcuts="M">
        {t(showsMap ? 'hideMap' : 'showMap')} <KeyHint>(M)</KeyHint>
      </Link>
      <Link to="/now" search={{}} aria-keyshortcuts="Escape">
        {t('leave')} <KeyHint>(Esc)</KeyHint>
      </Link>
    </div>
  )
}

function otherWall(showsMap: boolean) {
  return { view: 'wall', map: showsMap ? undefined : 'yes' } as const
}
