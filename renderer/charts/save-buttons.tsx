import { FileSpreadsheet, ImageDown } from 'lucide-react'
import { saveExport } from '../store/save-export'
import { Tip } from '../widgets/tip'

interface SaveProps {
  /** what is saved, in lower case: "curve" */
  what: string
  /** what the file is called, after the project's name, when it is not that */
  file?: string
  /** what the CSV holds, in words */
  numbers?: string
  /** a data URL; undefined: nothing is drawn yet */
  png(): string | undefined
  csv(): string
}

/** The two buttons that save a picture as PNG and its numbers as CSV. */
export function SaveButtons({ what, file = what, numbers = 'every number of it', png, csv }: SaveProps) {
  const save = async (format: 'png' | 'csv'): Promise<void> => {
    const content = format === 'png' ? png() : csv()
    if (content !== undefined) await saveExport(file, format, content)
  }
  return (
    <>
      <Tip text={`Save ${what} as PNG: the picture as shown`}>
        <button
          type="button"
          className="icon-button"
          aria-label={`Save ${what} as PNG`}
          onClick={() => void save('png')}
        >
          <ImageDown aria-hidden="true" size={15} />
        </button>
      </Tip>
      <Tip text={`Save ${what} as CSV: ${numbers}`}>
        <button
          type="button"
          className="icon-button"
          aria-label={`Save ${what} as CSV`}
          onClick={() => void save('csv')}
        >
          <FileSpreadsheet aria-hidden="true" size={15} />
        </button>
      </Tip>
    </>
  )
}
