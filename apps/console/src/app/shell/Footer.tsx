import { timeZone } from '@greenwave/controller/timeZone'
import { consoleSettings, VERSION } from '../../data/consoleSettings.ts'
import { useNow } from '../../data/useNow.ts'
import { isCityTimeHere, utcOffsetText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './Footer.module.css'

/** How often the zones are compared again, milliseconds. Summer time begins on the hour. */
const STEP_MS = 3_600_000

/**
 * The operating company's contact details, as far as the installation provides them, and the zone of all times where
 * this computer's clock shows another time.
 */
export function Footer() {
  const t = useTexts('common', 'shell')
  const nowMs = useNow(STEP_MS)
  const { productName, companyName, companyAddress, companyPhone, companyEmail } = consoleSettings()
  return (
    <footer className={styles.footer}>
      <span className={styles.name}>{companyName || productName}</span>
      <span>{`${productName} ${VERSION}`}</span>
      {companyAddress && <span>{companyAddress}</span>}
      {companyPhone && <a href={`tel:${companyPhone.replace(/[^+\d]/g, '')}`}>{companyPhone}</a>}
      {companyEmail && <a href={`mailto:${companyEmail}`}>{companyEmail}</a>}
      {!isCityTimeHere(nowMs) && <span>{t('times', { zone: timeZone().name, offset: utcOffsetText(nowMs) })}</span>}
    </footer>
  )
}
