import { Button } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { recentRemarks } from '../../data/log.ts'
import { TextsMissingError } from '../../texts/texts.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { forgetMissingParts } from '../../ui/states/lazyPart.tsx'
import { MessagePage } from './MessagePage.tsx'
import { MissingPartPage } from './MissingPartPage.tsx'

interface ErrorPageProps {
  readonly error: unknown
  /** Renders the page again. Its missing parts are requested again. */
  readonly onRetry: () => void
}

/** Shown in place of a page that threw an error or could not be loaded. */
export function ErrorPage({ error: thrown, onRetry }: ErrorPageProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const t = useTexts('common', 'shell')
  const retry = () => {
    forgetMissingParts()
    onRetry()
  }
  const details = {
    label: t('error.details'),
    text: [`${error.name}: ${error.message}`, ...recentRemarks()].join('\n'),
  }
  if (isMissingPart(error)) return <MissingPartPage onRetry={retry} details={details} />
  return (
    <MessagePage
      icon={IconAlertTriangle}
      title={t('error.title')}
      text={t('error.text')}
      actions={<Button onClick={retry}>{t('error.retry')}</Button>}
      details={details}
    />
  )
}

/**
 * Returns whether the error is about a part of the program that could not be loaded. Browsers have no common error for
 * this, only messages.
 */
function isMissingPart(error: Error): boolean {
  return (
    error instanceof TextsMissingError ||
    /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i.test(
      error.message,
    )
  )
}
