import { ActionIcon } from '@mantine/core'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import IconSunFilled from '@tabler/icons-react/dist/esm/icons/IconSunFilled.mjs'
import { useTexts } from '../../texts/useTexts.ts'
import { setSun, useSun } from '../../ui/theme/sun.ts'
import styles from './TopBar.module.css'

/** Turns the theme *Sun* on and off; on the bar of a phone. */
export function SunToggle() {
  const t = useTexts('common', 'shell')
  const isSun = useSun()
  const Shown = isSun ? IconSunFilled : IconSun
  return (
    <ActionIcon className={styles.sun ?? ''} aria-label={t('sun')} aria-pressed={isSun} onClick={() => setSun(!isSun)}>
      <Shown size={22} aria-hidden="true" />
    </ActionIcon>
  )
}
