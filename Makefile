.PHONY: demo test

demo:
	@python3 dev.py demo

test:
	@python3 dev.py test
