import { Button } from '@mantine/core'
import { encode } from 'uqr'
import { useTexts } from '../../../texts/useTexts.ts'
import { copyText } from '../../../ui/page/copyText.ts'
import { useHighlight } from '../../../ui/page/useHighlight.ts'
import styles from './TotpSecret.module.css'

/** The width of the empty border that scanners need around the code, in modules. */
const BORDER = 4

/** Shows the secret for an authenticator app as a picture to scan and as text to type. */
export function TotpSecret({ authUrl }: { readonly authUrl: string }) {
  const t = useTexts('secondFactor')
  const [copied, markCopied] = useHighlight()
  const secret = new URL(authUrl).searchParams.get('secret') ?? ''
  return (
    <div className={styles.secret}>
      <p className={styles.line}>{t('totp.scan')}</p>
      <QrCode text={authUrl} label={t('totp.picture')} />
      <p className={styles.line}>{t('totp.orType')}</p>
      <code className={styles.text}>{secret.replaceAll(/.{4}(?!$)/g, '$& ')}</code>
      <Button variant="default" onClick={() => void copyText(secret).then((done) => done && markCopied())}>
        {copied ? t('codes.copied') : t('totp.copySecret')}
      </Button>
    </div>
  )
}

/** Draws the code dark on white in every theme, because scanners may not read the inverse. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.picture}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
