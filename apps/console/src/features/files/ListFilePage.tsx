import { isoDate } from '@greenwave/controller/isoTime'
import type { ListKind } from '@greenwave/transfer/entityList'
import { Link } from '@tanstack/react-router'
import { errorText } from '../../data/errorText.ts'
import { exportList } from '../../data/queries/files.ts'
import { FileExport } from '../../shared/FileExport.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import styles from './parts/Files.module.css'
import { ImportList } from './parts/ImportList.tsx'

/** Devices, customers or users out of the platform as a file, and in again. */
export function ListFilePage({ kind }: { readonly kind: ListKind }) {
  const t = useTexts('admin', 'files')
  usePageTitle(t(`list.${kind}`))
  return (
    <ReadingPage
      title={t(`list.${kind}`)}
      actions={<Link to={kind === 'devices' ? '/devices' : '/customers'}>{t(`list.back.${kind}`)}</Link>}
    >
      <Card title={t('export')}>
        <div className={styles.fields}>
          <p className={styles.hint}>{t(`list.exportHint.${kind}`)}</p>
          <FileExport
            label={t('list.saveCsv')}
            make={async () => {
              const { text, count } = await exportList(kind)
              const name = `${t(`list.fileName.${kind}`)}-${isoDate(Date.now())}.csv`
              return { file: new Blob([text], { type: 'text/csv;charset=utf-8' }), name, done: count }
            }}
            writing={() => t('list.saving')}
            saved={(count) => t('list.saved', { count })}
            failed={(error) => errorText(error, t('list.saveFailed'))}
          />
        </div>
      </Card>
      <ImportList kind={kind} />
    </ReadingPage>
  )
}
