import { Button } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { recentRemarks } from '../../data/log.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { MessagePage } from './MessagePage.tsx'

/** A page that threw. The shell around it stays, and so do the other pages. */
export function RouteErrorPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const t = useTexts('shell')
  const router = useRouter()
  return (
    <MessagePage
      icon={IconAlertTriangle}
      title={t('error.title')}
      text={isMissingChunk(error) ? t('error.newVersion') : t('error.text')}
      actions={
        <>
          <Button
            onClick={() => {
              reset()
              void router.invalidate()
            }}
          >
            {t('error.retry')}
          </Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            {t('error.reload')}
          </Button>
        </>
      }
      details={{ label: t('error.details'), text: [`${error.name}: ${error.message}`, ...recentRemarks()].join('\n') }}
    />
  )
}

/** The browsers' words for a part of the program that did not arrive; they have no common name for it. */
function isMissingChunk(error: Error): boolean {
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(error.message)
}
