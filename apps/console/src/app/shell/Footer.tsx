import { consoleSettings } from '../../data/consoleSettings.ts'
import styles from './Footer.module.css'

/** The operating company's contact details, as far as the installation provides them. */
export function Footer() {
  const { productName, companyName, companyAddress, companyPhone, companyEmail } = consoleSettings()
  return (
    <footer className={styles.footer}>
      <span className={styles.name}>{companyName || productName}</span>
      {companyAddress && <span>{companyAddress}</span>}
      {companyPhone && <a href={`tel:${companyPhone.replace(/[^+\d]/g, '')}`}>{companyPhone}</a>}
      {companyEmail && <a href={`mailto:${companyEmail}`}>{companyEmail}</a>}
    </footer>
  )
}
