/** What stands below the fields of a form in a dialog: Cancel, and what the form is for. */
export function DialogFoot({ action, onCancel }: { action: string; onCancel(): void }) {
  return (
    <footer className="modal-footer">
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button button-primary">
        {action}
      </button>
    </footer>
  )
}
