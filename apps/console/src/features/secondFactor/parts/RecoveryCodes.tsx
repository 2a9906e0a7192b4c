import { Button, Group } from '@mantine/core'
import { createPortal } from 'react-dom'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { copyText, useHighlight } from '../../../ui/page/useHighlight.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './RecoveryCodes.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly account: string
  readonly onKept: () => void
  readonly error?: string | undefined
  /** False when the title of a dialog says it already. */
  readonly titled?: boolean
}

/** Shows new recovery codes, which are shown only once, with ways to keep them. */
export function RecoveryCodes({ codes, account, onKept, error, titled = true }: RecoveryCodesProps) {
  const t = useTexts('admin', 'secondFactor')
  const [copied, markCopied] = useHighlight()
  const sheet = `${t('codes.sheet', { account, product: consoleSettings().productName })}\n\n${codes.join('\n')}\n`

  function download(): void {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([sheet], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <div className={styles.codes}>
      {titled && <h1>{t('codes.title')}</h1>}
      <p className={styles.why}>{t('codes.why')}</p>
      <ul className={styles.list} aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" onClick={() => void copyText(sheet).then((done) => done && markCopied())}>
          {copied ? t('codes.copied') : t('codes.copy')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('codes.print')}
        </Button>
        <Button variant="default" onClick={download}>
          {t('codes.download')}
        </Button>
      </Group>
      {error !== undefined && <ErrorText>{error}</ErrorText>}
      <Button fullWidth data-autofocus onClick={onKept}>
        {t('codes.kept')}
      </Button>
      {createPortal(
        <pre className={styles.sheet} aria-hidden="true">
          {sheet}
        </pre>,
        document.body,
      )}
    </div>
  )
}
