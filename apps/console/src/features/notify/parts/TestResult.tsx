import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import type { TestState } from './useTestMessage.ts'

/** Shows the result of a test message. The server's error message is shown beside it. */
export function TestResult({ state }: { readonly state: TestState }) {
  const t = useTexts('admin', 'notify')
  if (state === 'unanswered') return <ErrorText>{t('testUnanswered')}</ErrorText>
  if (state === 'notAsked') return <ErrorText>{t('testFailed')}</ErrorText>
  return <output>{state === 'sent' ? t('testSent') : ''}</output>
}
