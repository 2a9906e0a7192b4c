import type { Hold } from '@greenwave/contract/records/holds'
import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import { Button, VisuallyHidden } from '@mantine/core'
import { inOwnLanguage } from '../../../data/errorText.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { Term } from '../../../shared/Explained.tsx'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useHoldWords } from '../../../shared/useHoldWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import styles from './HoldLine.module.css'

interface HoldLineProps {
  readonly hold: Hold
  /** Opens a dialog; left out for users who only watch. */
  readonly onOpen: OpenDialog | undefined
}

/** Shows the mode on hold, until when, by whom and why, with the actions that extend and end it. */
export function HoldLine({ hold, onOpen }: HoldLineProps) {
  const t = useTexts('settings', 'hold')
  const words = useHoldWords()
  const health = useHealthWords()
  const ageText = useAgeText()
  const nowMs = useNow(1000, serverNowMs)
  const leftMs = hold.until === null ? 0 : hold.until - nowMs
  const texts = [words(hold, nowMs), leftMs > 0 && ageText(leftMs), inOwnLanguage(hold.why)]
  return (
    <div className={styles.hold}>
      <p>
        {texts.filter(Boolean).join(' · ')}{' '}
        <Term of="hold">
          <VisuallyHidden>{health.name({ code: 'hold' })}</VisuallyHidden>?
        </Term>
      </p>
      {onOpen && (
        <div className={styles.buttons}>
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ kind: 'mode', mode: hold.mode })}>
            {t('extend')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ kind: 'mode', mode: AUTOMATIC_MODE })}>
            {t('endNow')}
          </Button>
        </div>
      )}
    </div>
  )
}
