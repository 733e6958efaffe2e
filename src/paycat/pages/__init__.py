"""What reference pages need beside the contract: texts as HTML, words for people, and what stands where."""
