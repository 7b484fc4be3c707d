import { MAX_NOTE, type ReviewForm } from './reviewForm.ts';

/** The bar below the candidates: how many are ticked, what going on costs, a note, and the decision. */
export function ReviewBar({ form, candidates, price }: { form: ReviewForm; candidates: number; price: string }) {
  return (
    <div class="review-bar">
      <p aria-live="polite">
        <strong>
          <span data-approved>{form.approved.length}</span>
          {` of ${candidates} approved`}
        </strong>{' '}
        <span class="quiet" data-price>
          {price}
        </span>
      </p>
      <label for="note">Note</label>
      <textarea id="note" name="note" rows={1} maxLength={MAX_NOTE} placeholder="Why these?">
        {`\n${form.note}`}
      </textarea>
      <button type="submit" name="do" value="approve" class="strong">
        Approve and go on
      </button>
    </div>
  );
}
