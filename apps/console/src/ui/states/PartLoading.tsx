import { Component, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorText } from './ErrorText.tsx'
import { useFirstView } from './firstView.ts'

interface PartLoadingProps {
  /** Shown while the code of the part loads. */
  readonly meanwhile?: ReactNode
  /** Shown instead of the part if its code does not load; by default, that it could not be loaded. */
  readonly failed?: ReactNode
  /** Whether it is loaded after the first view only, as for what stands below the fold. */
  readonly later?: boolean
  readonly children: ReactNode
}

/** The place of a part that is loaded on demand. If that fails, the rest of the page stays. */
export function PartLoading({ meanwhile = null, failed = <Missing />, later = false, children }: PartLoadingProps) {
  const isFirstView = useFirstView()
  return (
    <PartFailure failed={failed}>
      {later && !isFirstView ? meanwhile : <Suspense fallback={meanwhile}>{children}</Suspense>}
    </PartFailure>
  )
}

/** Place of a row of a list. A row that cannot be shown is replaced by a line; page and list stay. */
export function RowPlace({ children }: { readonly children: ReactNode }) {
  return <PartFailure failed={<BrokenRow />}>{children}</PartFailure>
}

function BrokenRow() {
  const t = useTexts('common')
  return <p>{t('rowBroken')}</p>
}

class PartFailure extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}

function Missing() {
  const t = useTexts('common')
  return <ErrorText>{t('partMissing')}</ErrorText>
}
