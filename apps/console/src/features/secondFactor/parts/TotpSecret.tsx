import { Button } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { QrCode } from '../../../ui/page/QrCode.tsx'
import { copyText, useHighlight } from '../../../ui/page/useHighlight.ts'
import styles from './TotpSecret.module.css'

/** Shows the secret for an authenticator app as a picture to scan and as text to type. */
export function TotpSecret({ authUrl }: { readonly authUrl: string }) {
  const t = useTexts('admin', 'secondFactor')
  const [copied, markCopied] = useHighlight()
  const secret = new URL(authUrl).searchParams.get('secret') ?? ''
  return (
    <div className={styles.secret}>
      <p className={styles.line}>{t('totp.scan')}</p>
      <QrCode text={authUrl} label={t('totp.picture')} className={styles.picture} />
      <p className={styles.line}>{t('totp.orType')}</p>
      <code className={styles.text}>{secret.replaceAll(/.{4}(?!$)/g, '$& ')}</code>
      <Button variant="default" onClick={() => void copyText(secret).then((done) => done && markCopied())}>
        {copied ? t('codes.copied') : t('totp.copySecret')}
      </Button>
    </div>
  )
}
