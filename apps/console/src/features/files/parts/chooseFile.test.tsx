import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { ChooseFile } from './ChooseFile.tsx'

const drop = (file: File) => {
  fireEvent.drop(screen.getByText('or drop it here'), { dataTransfer: { files: [file] } })
}

it('a file can be dropped; one that cannot be read says so until another one can', async () => {
  const onFile = vi.fn()
  renderPart(<ChooseFile accept=".csv" chosen={undefined} onFile={onFile} />)
  const gone = new File(['x'], 'gone.csv')
  vi.spyOn(gone, 'slice').mockReturnValue(Object.assign(new Blob(), { text: () => Promise.reject(new Error('gone')) }))
  drop(gone)
  expect(await screen.findByRole('alert')).toHaveTextContent('The file could not be read')
  expect(onFile).not.toHaveBeenCalled()
  drop(new File(['name\nTLC-1\n'], 'all.csv'))
  await waitFor(() => expect(onFile).toHaveBeenCalledWith({ name: 'all.csv', text: 'name\nTLC-1\n' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('nothing is taken while an import is under way', async () => {
  const onFile = vi.fn()
  renderPart(<ChooseFile disabled accept=".csv" chosen={undefined} onFile={onFile} />)
  const file = new File(['x'], 'all.csv')
  const read = vi.spyOn(file, 'slice')
  drop(file)
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDisabled()
  expect(read).not.toHaveBeenCalled()
})
